import { meWords } from '../../words/words.ts'

const { browserOn, unknownBrowser } = meWords.security

/** The first that matches counts: browsers name those that they are compatible with, too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const firstIn = (userAgent: string, names: typeof browsers): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** "Chrome on Linux". Programs that are no browsers have the first word of their User-Agent: "curl". */
export function browserName(userAgent: string): string {
  const browser = firstIn(userAgent, browsers) ?? /^(?!Mozilla)[\w.-]+/.exec(userAgent)?.[0]
  const system = firstIn(userAgent, systems)
  if (browser === undefined) return unknownBrowser
  return system === undefined ? browser : browserOn(browser, system)
}
