/**
 * Extensions of files that run on a double click with what the operating system ships, or that common web servers run
 * instead of sending. Scripts that need an installed interpreter (py, rb, pl) are not among them; `js` is, because
 * Windows runs it with its own script host. Everyday words (run, desktop, workflow) are left out: blocking them would
 * also refuse `home.desktop.png`.
 */
const windowsPrograms = 'exe com scr pif bat cmd msi msp mst msix msixbundle appx appxbundle cpl jar'
const windowsScripts = 'vb vbs vbe js jse ws wsf wsh wsc sct ps1 psm1 psc1 msc hta reg scf lnk gadget xll'
const unixPrograms = 'sh bash csh ksh zsh appimage deb rpm apk'
const macPrograms = 'app dmg pkg mpkg command terminal scpt'
const serverPages =
  'php php3 php4 php5 php7 php8 phtml pht phar asp aspx ascx ashx asmx asa cshtml jsp jspx jspf cgi fcgi ' +
  'cfm cfml shtml shtm stm htaccess'

export const blockedExtensionsDefault: readonly string[] = [
  windowsPrograms,
  windowsScripts,
  unixPrograms,
  macPrograms,
  serverPages,
].flatMap((names) => names.split(' '))
