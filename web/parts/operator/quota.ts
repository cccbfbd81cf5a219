const units: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
  tib: 1024 ** 4,
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
const binary = ['TiB', 'GiB', 'MiB', 'KiB'] as const

/** Without rounding, so that saving again changes nothing. */
export function quotaText(bytes: number | null): string {
  if (bytes === null) return ''
  const whole = [...written, ...binary].filter((unit) => {
    const factor = units[unit.toLowerCase()] ?? 1
    return bytes >= factor && bytes % factor === 0
  })
  const unit = whole.toSorted((a, b) => (units[b.toLowerCase()] ?? 1) - (units[a.toLowerCase()] ?? 1))[0]
  return unit === undefined ? `${bytes} bytes` : `${bytes / (units[unit.toLowerCase()] ?? 1)} ${unit}`
}
