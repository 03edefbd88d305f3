; The installer for Windows: for one user, without administrator, from dist\pitdesk.
; Books lie in the user's own data folder, which is not named here: nothing touches it.
;   makensis -WX -DVERSION=0.2.0 -DPAYLOAD=dist\pitdesk -DICON=build\pitdesk.ico -DOUT=... pitdesk.nsi

Unicode true
!include "MUI2.nsh"
!include "LogicLib.nsh"

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\PitDesk"

Name "PitDesk"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\PitDesk"
SetCompressor /SOLID lzma
ManifestDPIAware true
ShowInstDetails nevershow

VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "PitDesk"
VIAddVersionKey "FileDescription" "PitDesk"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "The PitDesk authors, MIT licence"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\pitdesk.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Start PitDesk"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; A program that runs cannot be deleted: then nothing else is, either.
!macro REMOVE_PROGRAM
  Delete "$INSTDIR\pitdesk.exe"
  Delete "$INSTDIR\pitdesk-cli.exe"
  ${If} ${FileExists} "$INSTDIR\pitdesk.exe"
  ${OrIf} ${FileExists} "$INSTDIR\pitdesk-cli.exe"
    MessageBox MB_ICONSTOP "PitDesk is open. Close its window and start this again." /SD IDOK
    Abort "PitDesk is open."
  ${EndIf}
  RMDir /r "$INSTDIR\_internal"
  RMDir /r "$INSTDIR\licences"
!macroend

Section "PitDesk"
  ; What an older version left would be found by the new one.
  !insertmacro REMOVE_PROGRAM
  SetOutPath "$INSTDIR"
  File /r "${PAYLOAD}\*.*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateDirectory "$SMPROGRAMS\PitDesk"
  CreateShortcut "$SMPROGRAMS\PitDesk\PitDesk.lnk" "$INSTDIR\pitdesk.exe"
  CreateShortcut "$SMPROGRAMS\PitDesk\PitDesk practice.lnk" "$INSTDIR\pitdesk.exe" "--practice"
  WriteRegStr HKCU "${KEY}" "DisplayName" "PitDesk"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\pitdesk.exe"
  WriteRegStr HKCU "${KEY}" "Publisher" "The PitDesk authors"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
SectionEnd

Section "Uninstall"
  !insertmacro REMOVE_PROGRAM
  Delete "$SMPROGRAMS\PitDesk\PitDesk.lnk"
  Delete "$SMPROGRAMS\PitDesk\PitDesk practice.lnk"
  RMDir "$SMPROGRAMS\PitDesk"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR" ; only if it is empty
  DeleteRegKey HKCU "${KEY}"
SectionEnd
