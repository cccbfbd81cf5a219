export const purposes = ['code', 'notice'] as const
export type Purpose = (typeof purposes)[number]
