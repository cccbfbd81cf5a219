/** The current language. A new language is a folder beside `en`. */
export * as grammar from './en/grammar.ts'
export { auditWords } from './en/audit.ts'
export { memberWords } from './en/members.ts'
export { settingsWords } from './en/settings.ts'
export { shellWords } from './en/shell.ts'
export { uiWords } from './en/ui.ts'
export { usageWords } from './en/usage.ts'
