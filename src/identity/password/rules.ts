/** docs/account-pages.md#passwords */
const charactersMin = 8
export const passwordCharactersMax = 200

/** The most common passwords of eight characters or more in published leaks, in lowercase. */
const mostCommon = new Set(
  `password password1 password12 password123 passw0rd p@ssw0rd p@ssword 12345678 123456789 1234567890 0123456789
  87654321 987654321 9876543210 aaaaaaaa 11111111 111111111 1111111111 00000000 000000000 0000000000 88888888 99999999 12341234
  12344321 11223344 1122334455 123123123 123321123 147258369 123654789 741852963 789456123 qwertyui qwertyuiop qwerty12
  qwerty123 qwerty1234 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc q1w2e3r4 q1w2e3r4t5 zaq12wsx qazwsxedc asdfghjk
  asdfghjkl asdfasdf asdf1234 zxcvbnm1 zxcvbnm123 abcd1234 abc12345 abc123456 a1b2c3d4 a12345678 aa123456 aa12345678
  iloveyou iloveyou1 iloveyou2 sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball
  superman superman1 batman123 spiderman starwars pokemon1 trustno1 whatever computer internet samsung1 michelle jennifer
  jordan23 charlie1 michael1 jessica1 liverpool chelsea1 arsenal1 monkey123 dragon123 shadow12 master12 welcome1
  welcome123 letmein1 letmein123 changeme changeme1 admin123 admin1234 administrator test1234 testtest default1 secret123
  qwer1234 1234qwer 123qweasd 123qwe123 q123456789 zxcvbnmasd summer2024 summer2025 winter2024 winter2025 hello123
  bonjour1 google123 facebook linkedin minecraft`.split(/\s+/),
)

export type PasswordFault = 'short' | 'long' | 'address' | 'common'

export const passwordFaultSentences: Readonly<Record<PasswordFault, string>> = {
  short: 'This password is too short. Choose one of 8 characters or more.',
  long: 'This password is too long. Choose one of up to 200 characters.',
  address: 'This password is your e-mail address. Choose another one.',
  common: 'This password is among the first that others try. Choose another one.',
}

/** Composed and decomposed forms of the same characters are the same password. */
export const passwordForm = (password: string): string => password.normalize('NFC')

/** Only length counts: no kinds of characters are required. */
export function passwordFault(password: string, email: string): PasswordFault | undefined {
  const characters = Array.from(passwordForm(password)).length
  if (characters < charactersMin) return 'short'
  if (characters > passwordCharactersMax) return 'long'
  const plain = passwordForm(password).toLowerCase().trim()
  const [local = ''] = email.split('@')
  if (plain === email || plain === local) return 'address'
  if (mostCommon.has(plain)) return 'common'
  return undefined
}
