/** The current language. A new language is a folder beside `en`. */
export * as grammar from './en/grammar.ts'
export { meWords } from './en/me.ts'
export { provisioningWords } from './en/provisioning.ts'
export { requestWords } from './en/request.ts'
export { shellWords } from './en/shell.ts'
export { uiWords } from './en/ui.ts'
