"""The commands of head office are tried on a real server, too."""

from tests.pitdesk.office.conftest import bare, house, office, open_office, server, shared, url

__all__ = ["bare", "house", "office", "open_office", "server", "shared", "url"]
