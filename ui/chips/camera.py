"""A camera beside the cashier, where Qt Multimedia is installed: what it sees, and a photo of it."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QElapsedTimer, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QImageWriter, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui.beside.timers import timer
from ui.widgets import theme
from ui.widgets.parts import button, column, label, row

if TYPE_CHECKING:
    from PySide6.QtMultimedia import QCameraDevice, QMediaCaptureSession, QVideoFrame

HIGH = 220  # pixels that the picture is shown in
MOST = QSize(1920, 1440)  # pixels of a photo: enough for a chip, and read whole
PLAIN = QImage.Format.Format_RGB888
EVERY_MS = 66  # from one image to the next
SILENT_MS = 5_000  # after which a camera that shows nothing is said to
SILENT = "The camera shows nothing. Check its cable and its cover, or open a photo of a file."
AIM = "Lay the chip beside the gray card, both in the same light, and fill the picture with them."

Feed = Callable[["QMediaCaptureSession"], object]  # has a session fed; what it gives back is kept


def cameras() -> Mapping[str, Feed]:
    """The cameras that are plugged in, by name; none where Qt Multimedia is not installed."""
    try:
        from PySide6.QtMultimedia import QCamera, QMediaDevices  # noqa: PLC0415
    except ImportError:
        return {}

    def feed_of(device: "QCameraDevice") -> Feed:
        def feed(session: "QMediaCaptureSession") -> object:
            camera = QCamera(device)
            session.setCamera(camera)
            camera.start()
            return camera

        return feed

    return {device.description(): feed_of(device) for device in QMediaDevices.videoInputs()}


class Sight(QObject):
    """What a camera sees, image by image, until it is closed.

    Signals:
        seen(QImage)    an image
    """

    seen = Signal(QImage)

    def __init__(self, feed: Feed, parent: QObject) -> None:
        super().__init__(parent)
        from PySide6.QtMultimedia import QMediaCaptureSession, QVideoSink  # noqa: PLC0415

        self._sink, self._session = QVideoSink(self), QMediaCaptureSession(self)
        self._session.setVideoSink(self._sink)
        self._since = QElapsedTimer()
        self._sink.videoFrameChanged.connect(self._frame)
        self._fed = feed(self._session)

    def _frame(self, frame: "QVideoFrame") -> None:
        """Show some of what it sees: more than fifteen images a second nobody needs to aim."""
        if not self._since.isValid() or self._since.elapsed() >= EVERY_MS:
            self._since.restart()
            self.seen.emit(frame.toImage())

    def close(self) -> None:
        """Let the camera go, for others to have."""
        if stop := getattr(self._fed, "stop", None):
            stop()
        self.deleteLater()


class Viewfinder(QWidget):
    """What a camera sees, and the button that takes a photo.

    Signals:
        taken(bytes)    a photo, as PNG: no color is changed by it
        left            none is taken
    """

    taken = Signal(bytes)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.image = QImage()
        self._sight: Sight | None = None
        self.glass = _Glass(self)
        self.words = label(AIM, "caption", wrap=True)
        self.take = button("Take the photo", self._take, "act")
        leave = button("No photo", self._leave, "link")
        self._silent: QTimer = timer(self, SILENT_MS, once=True)
        self._silent.timeout.connect(lambda: self.words.setText(SILENT))
        self.setLayout(column(self.words, self.glass, row(leave, None, self.take, gap=8), gap=8))
        self.hide()

    def look(self, sight: Sight) -> None:
        """Show what it sees from now on."""
        self.close_sight()
        self._sight = sight
        sight.seen.connect(self._see)
        self.words.setText(AIM)
        self.take.setEnabled(False)
        self._silent.start()
        self.show()

    def close_sight(self) -> None:
        """Let the camera go, and what it saw."""
        sight, self._sight = self._sight, None
        if sight:
            sight.seen.disconnect(self._see)
            sight.close()
        self._silent.stop()
        self.image = QImage()
        self.hide()

    def _see(self, image: QImage) -> None:
        if image.isNull():
            return
        first, self.image = self.image.isNull(), image
        self._silent.stop()
        if first:
            self.words.setText(AIM)
            self.take.setEnabled(True)
            self.take.setFocus()
        self.glass.update()

    def _take(self) -> None:
        data = as_png(self.image)
        self.close_sight()
        self.taken.emit(data)

    def _leave(self) -> None:
        self.close_sight()
        self.left.emit()


class _Glass(QWidget):
    """The picture, as large as there is room for."""

    def __init__(self, finder: Viewfinder) -> None:
        super().__init__()
        self._finder = finder
        self.setFixedHeight(HIGH)
        self.setAccessibleName("What the camera sees")

    def paintEvent(self, event: QPaintEvent) -> None:
        """The newest image, or an empty frame."""
        painter, image = QPainter(self), self._finder.image
        keep = Qt.AspectRatioMode.KeepAspectRatio
        if image.isNull():
            painter.fillRect(self.rect(), theme.current().well)
        else:
            painter.drawImage(0, 0, image.scaled(self.size(), keep))
        painter.end()


def as_png(image: QImage) -> bytes:
    """A photo's bytes, upright, of as many pixels as are read whole."""
    if image.width() > MOST.width() or image.height() > MOST.height():
        smooth = Qt.TransformationMode.SmoothTransformation
        image = image.scaled(MOST, Qt.AspectRatioMode.KeepAspectRatio, smooth)
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    written = QImageWriter(buffer, QByteArray(b"png")).write(image.convertToFormat(PLAIN))
    assert written
    return bytes(buffer.data().data())
