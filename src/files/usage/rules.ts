const unitNames = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB'] as const

/** Binary units with at most one decimal: `1.5 GB`. */
export function humanBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  // 1023.95 would round up to "1024"; it belongs to the next unit.
  while (unit < unitNames.length - 1 && Math.round(value * 10) >= 10_240) {
    value /= 1024
    unit += 1
  }
  return `${Math.round(value * 10) / 10} ${unitNames[unit]}`
}

export interface Usage {
  readonly used_bytes: number
  readonly limit_bytes: number | null
}

interface Committed extends Usage {
  readonly reserved_bytes: number
}

/** 0 when the usage exceeds a lowered limit. */
export const bytesLeft = ({ used_bytes, reserved_bytes, limit_bytes }: Committed): number =>
  limit_bytes === null ? Infinity : Math.max(0, limit_bytes - used_bytes - reserved_bytes)

/** docs/api/files.md#storage */
export function shownUsage(usage: Usage) {
  const { used_bytes: used, limit_bytes: limit } = usage
  return {
    used,
    limit,
    unlimited: limit === null,
    remaining: limit === null ? null : Math.max(0, limit - used),
    percent_used: percentOf(used, limit),
    used_human: humanBytes(used),
    limit_human: limit === null ? 'Unlimited' : humanBytes(limit),
  }
}

/** Rounded down, so that 100 means full; a limit of 0 is full. */
function percentOf(used: number, limit: number | null): number {
  if (limit === null) return 0
  return limit === 0 ? 100 : Math.floor((used / limit) * 100)
}

const formBytesMax = 1024 * 1024

export function expectedFileBytes(contentLength: string | string[] | undefined): {
  readonly leastBytes: number
  readonly mostBytes: number
} {
  const length = typeof contentLength === 'string' ? Number(contentLength) : Number.NaN
  if (!Number.isSafeInteger(length)) return { leastBytes: 0, mostBytes: Infinity }
  return { leastBytes: Math.max(0, length - formBytesMax), mostBytes: length }
}
