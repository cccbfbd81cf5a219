/** Tells when the next search may go. */
export interface Pace {
  readonly waitMs: (nowMs: number) => number
  readonly spend: (nowMs: number) => void
}

/** After the last key. Slow typing searches for every letter. */
const quietMs = 150
/** At most 100 in any minute; the server allows a person 120. */
const burstMax = 30
const perSecond = 70 / 60

/** One for the page: the limit is that of the person. */
export function openPace(): Pace {
  let left = burstMax
  let countedMs = 0
  const count = (nowMs: number) => {
    left = Math.min(burstMax, left + ((nowMs - countedMs) / 1000) * perSecond)
    countedMs = nowMs
  }
  return {
    waitMs: (nowMs) => {
      count(nowMs)
      return Math.max(quietMs, ((1 - left) / perSecond) * 1000)
    },
    spend: (nowMs) => {
      count(nowMs)
      left -= 1
    },
  }
}

export const searchPace = openPace()
