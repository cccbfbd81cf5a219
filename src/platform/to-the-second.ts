/** As operators read it: `2026-11-26T15:23:13Z`. */
export const toTheSecond = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, 'Z')
