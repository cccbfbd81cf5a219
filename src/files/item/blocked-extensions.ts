/**
 * Extensions that the operating system runs on a double click, or that common web servers execute. Scripts that
 * need an installed interpreter (py, rb, pl) are allowed, but not `js`, which Windows runs itself. Everyday words
 * (run, desktop, workflow) are allowed, because blocking them would refuse `home.desktop.png`.
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
