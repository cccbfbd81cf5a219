/** What a message of the operator is for: a code to sign in with, or a notice. */
export const purposes = ['code', 'notice'] as const
export type Purpose = (typeof purposes)[number]
