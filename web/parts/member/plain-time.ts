/** `2026-05-04 12:00:00`, which is UTC, as ISO 8601. */
export const isoOf = (plainTime: string): string => `${plainTime.replace(' ', 'T')}Z`
