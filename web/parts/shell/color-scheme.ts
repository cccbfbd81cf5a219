import {
  colorSchemeCookie,
  colorSchemeOf,
  type ColorScheme,
} from '../../../src/platform/pages/color-scheme.ts'

/** Undefined follows the system. */
export const chosenScheme = (): ColorScheme | undefined => colorSchemeOf(document.cookie)

export function chooseScheme(scheme: ColorScheme | undefined): void {
  document.cookie = colorSchemeCookie(scheme)
  showScheme(scheme)
}

function showScheme(scheme: ColorScheme | undefined): void {
  const { dataset } = document.documentElement
  if (scheme) dataset['scheme'] = scheme
  else delete dataset['scheme']
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', scheme ?? 'light dark')
}
