from tests.ui.evening import *
from tests.ui.conftest import *
from PySide6.QtWidgets import *
from PySide6.QtCore import QRect, QPoint
from ui import theme
from ui.form import Tabs
import pytest
SC=["floor","fill","slips","cage","tables","bank","countroom","close","days","people","setup","find","manual"]
def clipped(win):
    out=[]
    for w in win.findChildren(QLabel)+win.findChildren(QAbstractButton)+win.findChildren(QComboBox)+win.findChildren(QLineEdit):
        if not w.isVisible(): continue
        if isinstance(w,QLabel) and (w.wordWrap() or w.sizePolicy().horizontalPolicy()==QSizePolicy.Policy.Ignored or not w.text()): continue
        if isinstance(w,QLineEdit): need=40
        else: need=w.minimumSizeHint().width()
        if isinstance(w, QComboBox): need=min(need,80)
        if w.width()<need: out.append((type(w).__name__, (w.text() if hasattr(w,'text') else '')[:30], w.width(), need))
        # inside ancestors?
        r=QRect(w.mapTo(win,QPoint(0,0)),w.size())
        if r.right()>win.width() or (r.bottom()>win.height() and not _scroll(w)): out.append(("out",(w.text() if hasattr(w,'text') else '')[:30], r))
    return out
def _scroll(w):
    while w:
        if isinstance(w,QAbstractScrollArea): return True
        w=w.parentWidget()
    return False
@pytest.mark.parametrize("pct,w,h,pad",[(100,1366,768,False),(150,1366,768,False),(200,1920,1080,False),(100,1366,768,True)])
def test_a(open_window, qtbot, tmp_path, qapp, pct,w,h,pad):
    theme.apply(qapp,"dark",pct)
    try:
        pit=open_window(*copied(tmp_path)); hands=Quick.at(qtbot,pit)
        win=pit.window
        if pad: win.show_pad(True)
        for name in SC:
            hands.go(name); win.resize(w,h); qtbot.wait(5)
            screen=win.stack.currentWidget()
            pages=[*screen.forms] if isinstance(screen,Tabs) else [None]
            for page in pages:
                if page: screen.show_form(page)
                qtbot.wait(15)
                m=win.minimumSizeHint()
                bad=[]
                for area in win.findChildren(QAbstractScrollArea):
                    if area.isVisible() and area.horizontalScrollBar().maximum()>1:
                        bad.append((type(area).__name__, area.accessibleName(), area.horizontalScrollBar().maximum(), area.viewport().width()))
                cl=clipped(win)
                if not (m.width()<=w and m.height()<=h and not bad and win.size().width()==w and win.size().height()==h): print("<<<<",pct, pad, name, page, "win", m.width(), m.height(), win.size().height(), bad)
                if cl: print("CLIP", pct,pad,name,page,cl)
    finally:
        theme.apply(qapp,"dark")
