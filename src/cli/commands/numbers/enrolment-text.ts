import type { Enrollment } from '../../../sms/carrier/carrier.ts'

/** Empty when nothing was created. */
export function enrolmentText({ code, token, url = '', qr = '' }: Partial<Enrollment>): string {
  if (code === undefined || token === undefined) return ''
  const lines = [
    '',
    '',
    'In the app "SMS Gateway for Android" (docs/phones.md):',
    '  Settings > Cloud Server > API URL        ' + url,
    '  Settings > Cloud Server > Private token  ' + token,
    '  Settings > Cloud Server > Notifications  SSE only',
    '  then Online, and "By code"               ' + code,
    'The code works for ten minutes and one phone. Code and token are not shown again. The QR code holds all three.',
    ...(url.startsWith('https:')
      ? []
      : ['The app calls https only: set BUREAU_PHONES_URL, or BUREAU_TLS_CERT and BUREAU_TLS_KEY.']),
    '',
    qr,
  ]
  return lines.join('\n')
}
