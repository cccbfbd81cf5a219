const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/** Binary units as everywhere in Bureau, with a decimal below 10: `1.2 GB`. */
function shownBytes(bytes: number): string {
  let [value, place] = [bytes, 0]
  while (Math.round(value) >= 1000 && place < units.length - 1) {
    value /= 1024
    place += 1
  }
  const decimals = place > 0 && value < 9.95 ? 1 : 0
  return bytes === 1 ? '1 byte' : `${value.toFixed(decimals)} ${units[place]}`
}

const shownCount = (count: number): string => Math.round(count).toLocaleString('en-US')

export const shownAmount = (amount: number, unit: 'bytes' | 'items'): string =>
  unit === 'bytes' ? shownBytes(amount) : shownCount(amount)

/** `8 s`, `3 min`, `1 h 20 min`. */
export function shownDuration(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole < 60) return `${whole} s`
  const minutes = Math.ceil(whole / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.ceil(hours / 24)} days`
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}
