/** The current language. A new language is a folder beside `en`. */
export * as grammar from './en/grammar.ts'
export { shellWords } from './en/shell.ts'
export { uiWords } from './en/ui.ts'
export { deliveryWords, webhookWords } from './en/webhooks.ts'
