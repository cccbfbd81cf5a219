const windowMs = 10_000
const spanMsMin = 1000

interface Sample {
  readonly ms: number
  readonly bytes: number
}

/** Measures over the last ten seconds, so that one slow or fast chunk does not jump. */
export interface SpeedMeter {
  /** `bytes` sent since the last call. */
  readonly add: (ms: number, bytes: number) => void
  /** Bytes a second. Undefined until it is known. */
  readonly read: (ms: number) => number | undefined
  readonly reset: () => void
}

export function speedMeter(): SpeedMeter {
  let samples: readonly Sample[] = []
  const current = (ms: number) => samples.filter((sample) => ms - sample.ms <= windowMs)
  return {
    add(ms, bytes) {
      samples = [...current(ms), { ms, bytes }]
    },
    read(ms) {
      const [first, ...rest] = current(ms)
      if (!first || ms - first.ms < spanMsMin) return undefined
      // The bytes of the first sample were sent before it.
      return (rest.reduce((sum, { bytes }) => sum + bytes, 0) / (ms - first.ms)) * 1000
    },
    reset() {
      samples = []
    },
  }
}
