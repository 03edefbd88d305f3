"""The pages of a place, one in front; their names in a row, and a menu of those it has no room for."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Protocol, TypeVar

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QPushButton, QWidget

from ui.aloud.roles import Role, read_as
from ui.widgets import theme
from ui.widgets.parts import button, column, label, row
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

    def __call__(self, station: Station) -> Page:
        """Make it."""


Kind = TypeVar("Kind", bound=Page)
Maker = Callable[[], Page]


class Pages(Mapping[str, Page]):
    """The pages of a place by name, each made when it is first looked at.

    Attributes:
        made: those that were.
    """

    def __init__(self, makers: Mapping[str, Maker], placed: Callable[[Page], None]) -> None:
        self._makers, self._placed = makers, placed
        self.made: dict[str, Page] = {}

    def __getitem__(self, name: str) -> Page:
        if name not in self.made:
            self.made[name] = self._makers[name]()
            self._placed(self.made[name])
        return self.made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def makers(station: Station, *pages: PageClass) -> dict[str, Maker]:
    """How each page is made that needs a station alone, by its name."""
    return {page.name: partial(page, station) for page in pages}


class Tabs(QWidget):
    """A place with several pages: their names in a row, the last behind More; one page in front."""

    def __init__(self, title: str, pages: Mapping[str, Maker]) -> None:
        super().__init__()
        self.forms = Pages(pages, self._placed)
        self.current = next(iter(pages))
        self._asked = False  # to do with less width
        self._tabs: dict[str, QPushButton] = {}
        self._title = label(title, "title")
        self._title.setAccessibleName(title)
        self._titles = row(self._title, None)
        self._titles.setContentsMargins(0, 0, 0, 2)
        for name in pages:
            words = action(name).words
            tab = button(words, self.show_form, "tab", says=words, to=name)
            tab.setCheckable(True)
            self._tabs[name] = read_as(tab, Role.PageTab)
            self._titles.addWidget(tab)
        self.more = More(Role.PageTab, "More pages of this place", pages, self.show_form)
        self._titles.addWidget(self.more)
        self.beside = button("", self.turn, "tab", says=action("beside").does)
        self.beside.setCheckable(True)
        read_as(self.beside, Role.Button)
        self.beside.hide()
        self._whole = column(row(self._titles, self.beside, grow=0), gap=8)
        self.setLayout(self._whole)
        self._show(self.current)
        theme.changed.connect(self._fit)

    def _placed(self, page: Page) -> None:
        """Put a page that was made among the others, behind them."""
        if isinstance(page, Form):
            page.narrow(self._narrow)
        assert isinstance(page, QWidget)
        page.hide()
        self._whole.addWidget(page, 1)

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

    def show_form(self, name: str, what: object = None) -> None:
        """Bring a form to the front and begin it."""
        self._show(name)
        self.forms[name].begin(what)

    @property
    def _narrow(self) -> bool:
        return self._asked or theme.size() <= theme.Size.SMALL

    def narrow(self, on: bool) -> None:
        """Do with less width: forms without what is beside them."""
        self._asked = on
        self._fit()

    def _fit(self) -> None:
        for form in self.forms.made.values():
            if isinstance(form, Form):
                form.narrow(self._narrow)
        self._offer_beside()

    def _offer_beside(self) -> None:
        """Lead to what stands beside a form, where there is no room for it."""
        form = self.forms[self.current]
        has = self._narrow and isinstance(form, Form) and form.beside is not None
        self.beside.setVisible(has)
        self.beside.setChecked(False)
        if isinstance(form, Form):
            self.beside.setText(f"{form.beside_words}  {action('beside').key}")
            form.narrow(self._narrow)

    def turn(self) -> None:
        """Show what stands beside the form in its place, or the form again."""
        form = self.forms[self.current]
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
        for one in (*self._tabs.values(), self.more, self.beside):
            theme.freshen(one)  # those that are out of sight, too: they are measured
        around = {tab: self._around(tab) for tab in self._tabs.values()}
        words = {tab: action(name).words for name, tab in self._tabs.items()}
        full = {tab: f"{words[tab]}  {action(name).key}" for name, tab in self._tabs.items()}
        wide = [around[tab] + _advance(tab, text) for tab, text in words.items()]
        wider = [around[tab] + _advance(tab, text) for tab, text in full.items()]
        aside = 0 if self.beside.isHidden() else self.beside.sizeHint().width() + self._titles.spacing()
        whole = self.width() - aside
        room = whole - self._title.sizeHint().width()
        self._whole.setSpacing(4 if theme.size() == theme.Size.TINY else 8)
        self._title.setVisible(sum(wide) <= room)
        names = [*self._tabs]
        shown = self._shown(wide, whole)
        self.more.hold(names[shown:], self.current)
        for at, tab in enumerate(words):
            tab.setHidden(at >= shown)
        for tab, text in (full if sum(wider) <= room else words).items():
            if tab.text() != text:
                tab.setText(text)

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
        form = self.forms[self.current]
        half_done = isinstance(form, Form) and form.typed_anything()
        if what is not None or not half_done:
            own = (name for name in self.forms if action(name).group == "place")
            self._show(next(own, self.current))
        self.forms[self.current].begin(what)


def _advance(tab: QPushButton, text: str) -> int:
    """How wide words would be on it."""
    return tab.fontMetrics().horizontalAdvance(text)
