/** Powers of 1,024, as quotas are shown. */
const units: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1024,
  mb: 1024 ** 2,
  gb: 1024 ** 3,
  tb: 1024 ** 4,
}

/** Bytes of "500 MB"; a number alone is GB. null for nothing, undefined for what is no size. */
export function parseQuota(text: string): number | null | undefined {
  const typed = text.trim().toLowerCase()
  if (typed === '' || typed === 'unlimited') return null
  const [, value = '', unit = ''] = /^(\d{1,16}(?:\.\d{1,12})?)\s*([a-z]*)$/.exec(typed) ?? []
  const factor = units[unit === '' ? 'gb' : unit === 'bytes' ? 'b' : unit]
  if (value === '' || factor === undefined) return undefined
  const bytes = Math.round(Number(value) * factor)
  return Number.isSafeInteger(bytes) ? bytes : undefined
}

const written = ['TB', 'GB', 'MB', 'KB'] as const

/** Without rounding, so that saving again changes nothing. */
export function quotaText(bytes: number | null): string {
  if (bytes === null) return ''
  for (const unit of written) {
    const factor = units[unit.toLowerCase()] ?? 1
    if (bytes >= factor && bytes % factor === 0) return `${bytes / factor} ${unit}`
  }
  return `${bytes} bytes`
}
