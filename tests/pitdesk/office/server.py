"""A real PostgreSQL with TLS, run for the tests on a port of its own; and an authority to certify it."""

import ipaddress
import os
import shutil
import subprocess
import tempfile
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from pitdesk.clock import MachineClock
from tests.ports import free_port

INSTALLED = Path("/usr/lib/postgresql")
_NOW = MachineClock().now().at


class Authority:
    """A self-made authority, and certificates by it."""

    def __init__(self, folder: Path, name: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        self.certificate = self._sign(self.name, self.key, _NOW + timedelta(9), authority=True)
        self.path = folder / f"{name}.pem"
        self.path.write_bytes(self.certificate.public_bytes(serialization.Encoding.PEM))

    def certify(self, folder: Path, *, days: int) -> None:
        """Put server.crt and server.key for localhost in a folder, good for so many days from now."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
        certificate = self._sign(name, key, _NOW + timedelta(days))
        (folder / "server.crt").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        path = folder / "server.key"
        path.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        path.chmod(0o600)

    def _sign(
        self,
        name: x509.Name,
        key: ec.EllipticCurvePrivateKey,
        until: datetime,
        *,
        authority: bool = False,
    ) -> x509.Certificate:
        made = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(self.name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(_NOW - timedelta(30))
            .not_valid_after(until)
            .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
        )
        if not authority:
            names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.3"))]
            made = made.add_extension(x509.SubjectAlternativeName(names), critical=False)
        return made.sign(self.key, hashes.SHA256())


def programs() -> Path | None:
    """Where the newest PostgreSQL's programs are, or None."""
    found = sorted(INSTALLED.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


class Server:
    """A server in a folder of its own: trusted by its socket, over TCP with TLS and a password."""

    def __init__(self, *, durable: bool = False) -> None:
        found = programs()
        assert found
        self._programs = found
        # A socket's name is short, and the server's own user must reach it: not where TMPDIR says.
        self.folder = Path(tempfile.mkdtemp(prefix="pitdesk-office-", dir="/tmp"))
        self.data = self.folder / "data"
        self.data.mkdir()
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
            shutil.chown(self.data, "postgres")
        self.folder.chmod(0o755)
        self.port = free_port()
        self._run("initdb", "-D", self.data, "-A", "trust", "-U", "postgres", "--no-sync")
        self.authority.certify(self.data, days=8)
        self._own_certificate()
        (self.data / "pg_hba.conf").write_text(
            "local all all trust\n"
            "hostssl all all 127.0.0.1/32 scram-sha-256\nhostssl all all ::1/128 scram-sha-256\n"
        )
        with (self.data / "postgresql.conf").open("a") as file:
            file.write(
                f"port = {self.port}\nlisten_addresses = 'localhost'\n"
                f"unix_socket_directories = '{self.folder}'\nssl = on\nshared_buffers = 256MB\n"
                f"max_wal_size = 4GB\nautovacuum = off\nfsync = {'on' if durable else 'off'}\n"
            )
        self._run("pg_ctl", "-D", self.data, "-w", "-l", self.folder / "log", "start")

    @cached_property
    def authority(self) -> Authority:
        """Whom its certificate is by."""
        return Authority(self.folder, "authority")

    def url(self, database: str, user: str = "postgres") -> str:
        """A database by the server's socket, with no password."""
        return f"postgresql://{user}@/{database}?host={self.folder}&port={self.port}"

    def certify(self, authority: Authority, *, days: int) -> None:
        """Show another certificate from now on."""
        authority.certify(self.data, days=days)
        self._own_certificate()
        self._run("pg_ctl", "-D", self.data, "reload")

    def _own_certificate(self) -> None:
        if os.getuid() == 0:
            for name in ("server.crt", "server.key"):
                shutil.chown(self.data / name, "postgres")

    def stop(self) -> None:
        """Stop it and forget all."""
        self._run("pg_ctl", "-D", self.data, "-m", "immediate", "stop")
        shutil.rmtree(self.folder)

    def _run(self, program: str, *words: object) -> None:
        command = [str(self._programs / program), *map(str, words)]
        if os.getuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        out = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}  # a pipe would be held open
        known = {**os.environ, "LC_ALL": "C.UTF-8"}
        done = subprocess.run(command, check=False, cwd="/", env=known, stdin=subprocess.DEVNULL, **out)
        assert done.returncode == 0, f"{' '.join(command)}: see {self.folder}/log"
