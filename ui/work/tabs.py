"""The pages of a place, one in front; their names in a row, or in a list at the left.

A row leaves to a menu those that it has no room for. A list has them all, by trade, at every size of
window; in the least room it is a menu as a whole.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Protocol, TypeVar

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QPushButton, QWidget

from ui.aloud.roles import Role, read_as
from ui.widgets import theme
from ui.widgets.flow import spaced
from ui.widgets.parts import BAR, Beside, button, column, holder, into_sight, kind, label, plain, row
from ui.work.actions import action
from ui.work.form import Form
from ui.work.more import More
from ui.work.station import Station


class Page(Protocol):
    """What may stand in a tab: a form, or any widget with an action's name that can begin."""

    name: str

    def begin(self, what: object = None) -> None:
        """Come to the front, with what was pointed at."""

    def setVisible(self, visible: bool, /) -> None:
        """Show or hide it."""


class PageClass(Protocol):
    """A page that needs a station alone."""

    name: str

    def __call__(self, station: Station, parent: QWidget, /) -> Page:
        """Make it, in the place where it will stand."""


Kind = TypeVar("Kind", bound=Page)
Maker = Callable[[QWidget], Page]
Parts = Mapping[str, Sequence[str]]
Texts = Mapping[QPushButton, str]
ROOMY = 1150  # pixels beside a list of pages, at letters of 100 %, from which on it names their keys


class TabPages(Mapping[str, Page]):
    """The pages of a place by name, each made when it is first looked at.

    Attributes:
        made: those that were.
    """

    def __init__(self, makers: Mapping[str, Maker], place: "Tabs") -> None:
        self._makers, self._place = makers, place
        self.made: dict[str, Page] = {}

    def __getitem__(self, name: str) -> Page:
        if name not in self.made:
            self.made[name] = self._makers[name](self._place)
            self._place.take_in(self.made[name])
        return self.made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def makers(station: Station, *pages: PageClass) -> dict[str, Maker]:
    """How each page is made that needs a station alone, by its name."""
    return {page.name: partial(page, station) for page in pages}


class Tabs(QWidget):
    """A place with several pages, one of them in front.

    parts   headings of a list of them → pages; without, their names stand in a row
    """

    def __init__(
        self,
        title: str,
        pages: Mapping[str, Maker],
        parts: Parts | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.forms = TabPages(pages, self)
        self.current = next(iter(pages))
        self._asked = False  # to do with less width
        self._tabs: dict[str, QPushButton] = {}
        self._title = label(title, "title")
        self._title.setAccessibleName(title)
        self._titles = row(self._title, None)
        self._titles.setContentsMargins(0, 0, 0, 2)
        for name in pages:
            words = action(name).words
            tab = button(words, self.show_form, "page" if parts else "tab", says=words, to=name)
            tab.setCheckable(True)
            self._tabs[name] = read_as(tab, Role.PageTab)
            if not parts:
                self._titles.addWidget(tab)
        listed = _whole(parts, [*pages]) if parts else {}
        self.list = self._listed(listed) if listed else None
        self.more = More(Role.PageTab, "More pages of this place", pages, self.show_form, parts=listed)
        self._titles.addWidget(self.more)
        self.beside = button("", self.turn, "tab", says=action("beside").does)
        self.beside.setCheckable(True)
        read_as(self.beside, Role.Button)
        self.beside.hide()
        self._pages = column()
        inner = row(self.list, self._pages, gap=16, grow=1) if self.list else self._pages
        self._head = holder(row(self._titles, self.beside, grow=0))
        self._whole = column(self._head, inner, gap=8, grow=1)
        self.setLayout(self._whole)
        theme.fitted.connect(self._fit)

    def _listed(self, parts: Parts) -> Beside:
        """The names of the pages below their headings."""
        lines = column(gap=1)
        for heading, names in parts.items():
            lines.addWidget(label(heading, "caption"))
            for name in names:
                self._tabs[name].setToolTip(f"{action(name).does}  ({action(name).key})")
                lines.addWidget(self._tabs[name])
            lines.addSpacing(8)
        lines.addStretch(1)
        return plain(Beside(), holder(lines))

    def take_in(self, page: Page) -> None:
        """Put a page that was made among the others, behind them."""
        if isinstance(page, Form):
            page.narrow(self._narrow)
        assert isinstance(page, QWidget)
        page.hide()
        self._pages.addWidget(page, 1)

    def page(self, kind: type[Kind]) -> Kind:
        """The page of that class."""
        page = self.forms[kind.name]
        assert isinstance(page, kind)
        return page

    def _show(self, name: str) -> None:
        self.current, page = name, self.forms[name]
        assert isinstance(page, QWidget)
        theme.freshen(page)
        for other, form in self.forms.made.items():
            form.setVisible(form is page)
            self._tabs[other].setChecked(other == name)
        self._name_pages()
        self._offer_beside()
        if self.list:
            into_sight(self._tabs[name])

    def show_form(self, name: str, what: object = None) -> None:
        """Bring a form to the front and begin it."""
        self._show(name)
        self.forms[name].begin(what)

    @property
    def _narrow(self) -> bool:
        return self._asked or theme.size() <= theme.Size.SMALL

    def give_way(self, on: bool) -> None:
        """Leave room to letters, where there is least: do without the names of the pages."""
        self._head.setHidden(on)
        for form in self.forms.made.values():
            if isinstance(form, Form):
                form.give_way(on)

    def narrow(self, on: bool) -> None:
        """Do with less width: forms without what is beside them."""
        self._asked = on
        self._fit()

    def _fit(self) -> None:
        for form in self.forms.made.values():
            if isinstance(form, Form):
                form.narrow(self._narrow)
        if self.list:
            for tab in self._tabs.values():
                kind(tab, "page", tone="touched" if theme.touched() else "")
            self._name_pages()
        self._offer_beside()

    def _offer_beside(self) -> None:
        """Lead to what stands beside a form, where there is no room for it."""
        form = self.forms.made.get(self.current)
        has = self._narrow and isinstance(form, Form) and form.beside is not None
        self.beside.setVisible(has)
        self.beside.setChecked(False)
        if isinstance(form, Form):
            self.beside.setText(f"{form.beside_words}  {action('beside').key}")
            form.narrow(self._narrow)

    def turn(self) -> None:
        """Show what stands beside the form in its place, or the form again."""
        form = self.forms.made.get(self.current)
        if isinstance(form, Form) and not self.beside.isHidden():
            over = not form.turned
            self.beside.setChecked(over)
            form.turn(over)
            if over:
                self.beside.setFocus()

    def event(self, event: QEvent) -> bool:
        """Name the pages as there is room."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._name_pages()
        return super().event(event)

    def _name_pages(self) -> None:
        """Name them with their keys, else without, else without the title; the rest are behind More."""
        for one in (self._title, *self._tabs.values(), self.more, self.beside):
            theme.freshen(one)  # those that are out of sight, too: they are measured
        around = {tab: self._around(tab) for tab in self._tabs.values()}
        words = {tab: action(name).words for name, tab in self._tabs.items()}
        full = {tab: f"{words[tab]}  {action(name).key}" for name, tab in self._tabs.items()}
        wide = [around[tab] + _advance(tab, text) for tab, text in words.items()]
        wider = [around[tab] + _advance(tab, text) for tab, text in full.items()]
        if self.list:
            roomy = self.width() - max(wider) >= theme.sized(ROOMY)
            _say(full if roomy else words)
            self.list.setFixedWidth(max(wider if roomy else wide) - self._titles.spacing() + BAR)
            self._show_list(self.list)
            return
        aside = 0 if self.beside.isHidden() else self.beside.sizeHint().width() + self._titles.spacing()
        whole = self.width() - aside
        room = whole - self._title.sizeHint().width()
        spaced(self._whole, 4 if theme.size() == theme.Size.TINY else 8)
        self._title.setVisible(sum(wide) <= room)
        names = [*self._tabs]
        shown = self._shown(wide, whole)
        self.more.hold(names[shown:], self.current)
        for at, tab in enumerate(words):
            tab.setHidden(at >= shown)
        _say(full if sum(wider) <= room else words)

    def _show_list(self, listed: Beside) -> None:
        """Have the list of them at the left; in the least room all of them behind one button."""
        lists = theme.size() > theme.Size.TINY and not self._asked
        spaced(self._whole, 8 if lists else 4)
        listed.setVisible(lists)
        self.more.hold([] if lists else [*self._tabs], self.current)

    def _shown(self, wide: Sequence[int], room: int) -> int:
        """How many pages are named in a row that is so wide, with what leads to the rest."""
        names, shown, more = [*self._tabs], len(wide), 0
        while shown and sum(wide[:shown]) + more > room:
            shown -= 1
            rest = self.more.said(names[shown:], self.current)
            more = self._around(self.more) + _advance(self.more, rest)
        return shown

    def _around(self, tab: QPushButton) -> int:
        """How much wider than its words a name is, with the gap beside it."""
        return tab.sizeHint().width() - _advance(tab, tab.text()) + self._titles.spacing()

    def begin(self, what: object = None) -> None:
        """Come to the front: at the place's own page, or at a form that was left half done."""
        form = self.forms.made.get(self.current)
        half_done = isinstance(form, Form) and form.typed_anything()
        if what is not None or not half_done:
            own = (name for name in self.forms if action(name).group == "place")
            self._show(next(own, self.current))
        self.forms[self.current].begin(what)


def _whole(parts: Parts, names: Sequence[str]) -> Parts:
    """Every page below some heading: those that none has are below the last."""
    listed = {name for some in parts.values() for name in some}
    *_, last = parts
    return {**parts, last: [*parts[last], *(name for name in names if name not in listed)]}


def _say(texts: Texts) -> None:
    for tab, text in texts.items():
        if tab.text() != text:
            tab.setText(text)


def _advance(tab: QPushButton, text: str) -> int:
    """How wide words would be on it."""
    return tab.fontMetrics().horizontalAdvance(text)
