import type { Limit } from './limit.ts'

/** Rows in PostgreSQL are deleted by this (store.ts). */
const rollingSecondsMax = 86_400

const rollingBucketsMax = 8_640

/** Bucket lengths in seconds: 10 for a day, 1 for up to 2 h 24 min. */
export const rollingBucketSeconds = [1, 10] as const

export const rollingKeepSeconds = (bucketSeconds: number): number => bucketSeconds * rollingBucketsMax

/** The whole window if fixed. Throws on a rolling window over a day. */
export function bucketSecondsOf(limit: Pick<Limit, 'kind' | 'windowSeconds' | 'counter'>): number {
  if (limit.kind === 'fixed') return limit.windowSeconds
  const fitting = rollingBucketSeconds.find((seconds) => rollingKeepSeconds(seconds) >= limit.windowSeconds)
  if (fitting) return fitting
  throw new RangeError(
    `The rolling window of counter ${limit.counter} is longer than ${rollingSecondsMax} s.`,
  )
}

/** Bucket 5 of 10 s spans the seconds 50 to 59 since 1970. */
export interface BucketCount {
  readonly bucket: number
  readonly count: number
}

/** Times may jump: forward frees what left the window, back frees nothing and keeps nothing longer than two windows. */
export interface WindowCounter {
  readonly kind: Limit['kind']
  readonly windowSeconds: number
  readonly bucketSeconds: number
  readonly count: number
  /** Buckets to write to PostgreSQL. The writer empties the set. */
  readonly changed: Set<number>
  readonly countOf: (bucket: number) => number
  readonly restore: (saved: readonly BucketCount[], nowMs: number) => void
  readonly advance: (nowMs: number) => void
  /** Call `advance` with the same time first. */
  readonly add: (nowMs: number) => void
  readonly resetSeconds: (nowMs: number) => number
}

export function windowCounter(limit: Limit): WindowCounter {
  const bucketSeconds = bucketSecondsOf(limit)
  return limit.kind === 'fixed'
    ? new FixedWindow(bucketSeconds)
    : new RollingWindow(limit.windowSeconds, bucketSeconds)
}

const wholeSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))

class FixedWindow implements WindowCounter {
  readonly kind = 'fixed'
  readonly windowSeconds: number
  readonly bucketSeconds: number
  readonly changed = new Set<number>()
  count = 0
  readonly #windowMs: number
  #bucket = -Infinity

  constructor(windowSeconds: number) {
    this.windowSeconds = windowSeconds
    this.bucketSeconds = windowSeconds
    this.#windowMs = windowSeconds * 1000
  }

  countOf(bucket: number): number {
    return bucket === this.#bucket ? this.count : 0
  }

  restore(saved: readonly BucketCount[], nowMs: number): void {
    const current = Math.floor(nowMs / this.#windowMs)
    let ahead = 0
    this.#bucket = current
    for (const { bucket, count } of saved) {
      if (bucket > current + 1) {
        ahead += count
        this.changed.add(bucket)
      } else if (bucket >= current) {
        // Rows of the next window may come from a clock that was ahead: the larger count frees nothing.
        this.#bucket = bucket
        this.count = Math.max(this.count, count)
      }
    }
    if (ahead > 0) {
      this.count += ahead
      this.changed.add(this.#bucket)
    }
  }

  /** If the clock goes back, the newer window goes on; restarting it later would allow a third share in two windows. */
  advance(nowMs: number): void {
    const current = Math.floor(nowMs / this.#windowMs)
    if (current === this.#bucket || current === this.#bucket - 1) return
    if (current > this.#bucket) {
      this.changed.delete(this.#bucket)
      this.count = 0
    } else if (this.count > 0) {
      this.changed.add(this.#bucket).add(current)
    }
    this.#bucket = current
  }

  add(): void {
    this.count += 1
    this.changed.add(this.#bucket)
  }

  resetSeconds(nowMs: number): number {
    return Math.min(this.windowSeconds, wholeSeconds((this.#bucket + 1) * this.#windowMs - nowMs))
  }
}

interface RollingBucket {
  readonly bucket: number
  lastMs: number
  count: number
}

class RollingWindow implements WindowCounter {
  readonly kind = 'rolling'
  readonly windowSeconds: number
  readonly bucketSeconds: number
  readonly changed = new Set<number>()
  count = 0
  readonly #windowMs: number
  readonly #bucketMs: number
  #buckets: RollingBucket[] = []
  #head = 0

  constructor(windowSeconds: number, bucketSeconds: number) {
    this.windowSeconds = windowSeconds
    this.bucketSeconds = bucketSeconds
    this.#windowMs = windowSeconds * 1000
    this.#bucketMs = bucketSeconds * 1000
  }

  countOf(bucket: number): number {
    return this.#buckets.findLast((one) => one.bucket === bucket)?.count ?? 0
  }

  restore(saved: readonly BucketCount[], nowMs: number): void {
    for (const { bucket, count } of saved) {
      // The time of the last entry is unknown, so the whole bucket must expire.
      this.#buckets.push({ bucket, lastMs: (bucket + 1) * this.#bucketMs, count })
      this.count += count
    }
    this.advance(nowMs)
  }

  advance(nowMs: number): void {
    const current = Math.floor(nowMs / this.#bucketMs)
    const newest = this.#buckets.at(-1)
    if (!newest) return
    if (newest.bucket > current) this.#bringBack(current, nowMs)
    for (;;) {
      const oldest = this.#buckets[this.#head]
      if (!oldest || oldest.lastMs + this.#windowMs > nowMs) break
      this.count -= oldest.count
      this.changed.delete(oldest.bucket)
      this.#head += 1
    }
    if (this.#head * 2 > this.#buckets.length) {
      this.#buckets = this.#buckets.slice(this.#head)
      this.#head = 0
    }
  }

  /** After the clock went back, future buckets count as of now, or they would stay too long. */
  #bringBack(current: number, nowMs: number): void {
    let ahead = 0
    let newest = this.#buckets.at(-1)
    while (newest && newest.bucket > current && this.#buckets.length > this.#head) {
      ahead += newest.count
      this.changed.add(newest.bucket)
      this.#buckets.pop()
      newest = this.#buckets.at(-1)
    }
    this.count -= ahead
    this.#addTo(current, nowMs, ahead)
  }

  add(nowMs: number): void {
    this.#addTo(Math.floor(nowMs / this.#bucketMs), nowMs, 1)
  }

  #addTo(bucket: number, nowMs: number, count: number): void {
    const newest = this.#buckets.at(-1)
    if (newest && newest.bucket === bucket && this.#buckets.length > this.#head) {
      newest.count += count
      newest.lastMs = Math.max(newest.lastMs, nowMs)
    } else {
      this.#buckets.push({ bucket, lastMs: nowMs, count })
    }
    this.count += count
    this.changed.add(bucket)
  }

  resetSeconds(nowMs: number): number {
    const oldest = this.#buckets[this.#head]
    return oldest ? wholeSeconds(oldest.lastMs + this.#windowMs - nowMs) : this.windowSeconds
  }
}
