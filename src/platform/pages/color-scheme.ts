export type ColorScheme = 'light' | 'dark'

const yearSeconds = 365 * 24 * 3600

/** What the person chose; undefined to follow the system. */
export function colorSchemeOf(cookies: string | undefined): ColorScheme | undefined {
  const [, chosen] = /(?:^|;\s*)bureau_scheme=(light|dark)\s*(?:;|$)/.exec(cookies ?? '') ?? []
  return chosen as ColorScheme | undefined
}

/** For `document.cookie`: the app sets it, the server only reads it. */
export const colorSchemeCookie = (scheme: ColorScheme | undefined): string =>
  `bureau_scheme=${scheme ?? ''}; Path=/; Max-Age=${scheme ? yearSeconds : 0}; SameSite=Lax`
