# Builds PitDesk on Windows: dist\pitdesk (the folder) and, where NSIS is installed, dist\pitdesk-VERSION-setup.exe.
# Nobody has run this yet: it was written on Linux, from the steps of build.sh.
#
#   powershell -ExecutionPolicy Bypass -File installer\windows.ps1 [PYTHON]
#
# PYTHON is a Python 3.11, 3.12 or 3.13 of 64 bits; default: py -3.11
param([string[]]$Python = @("py", "-3.11"))
$ErrorActionPreference = "Stop"
Set-Location (Join-Path $PSScriptRoot "..")

function Invoke-Step {
    $program, $rest = $args
    & $program @rest
    if ($LASTEXITCODE -ne 0) { throw "$program failed with $LASTEXITCODE" }
}

$found = Select-String -Path pitdesk\__init__.py -Pattern '^__version__ = "(.*)"$'
$version = $found.Matches[0].Groups[1].Value
$here = "build\freeze"
$wanted = "installer\build-requirements.lock"
$inside = "$here\Scripts\python.exe"

Invoke-Step @Python -m venv --clear $here
Invoke-Step $inside -m pip --quiet install --require-hashes -r $wanted

$env:PYTHONHASHSEED = "0"
$env:PYINSTALLER_CONFIG_DIR = Join-Path (Get-Location) "build\pyinstaller"
Invoke-Step $inside installer\icon.py build\pitdesk.png build\pitdesk.ico
Invoke-Step $inside -m PyInstaller --noconfirm --clean --log-level WARN `
    --workpath build\pyinstaller\work --distpath dist installer\pitdesk.spec

# The two things that go wrong unseen: an old SQLite, and a part that is not there.
Remove-Item -Recurse -Force build\demo -ErrorAction SilentlyContinue
Invoke-Step dist\pitdesk\pitdesk-cli.exe demo --out build\demo
Invoke-Step dist\pitdesk\pitdesk-cli.exe verify --book build\demo\book.db

$makensis = Get-Command makensis -ErrorAction SilentlyContinue
if (-not $makensis) { $makensis = Get-Command "${env:ProgramFiles(x86)}\NSIS\makensis.exe" -ErrorAction SilentlyContinue }
if (-not $makensis) {
    Write-Host "dist\pitdesk is made. Install NSIS 3 and run this again for the installer."
    exit 0
}
$root = (Get-Location).Path
Invoke-Step $makensis.Source -V2 -WX "-DVERSION=$version" "-DPAYLOAD=$root\dist\pitdesk" `
    "-DICON=$root\build\pitdesk.ico" "-DOUT=$root\dist\pitdesk-$version-setup.exe" installer\pitdesk.nsi
Write-Host "dist\pitdesk-$version-setup.exe is made."
