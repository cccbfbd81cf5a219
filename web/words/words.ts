/** The current language. A new language is a folder beside `en`. */
export * as grammar from './en/grammar.ts'
export { keyWords } from './en/key.ts'
export { referenceWords } from './en/reference.ts'
export { homeWords } from './en/home.ts'
export { setupWords } from './en/setup.ts'
export { shellWords } from './en/shell.ts'
export { uiWords } from './en/ui.ts'
