import { median } from './report.ts'

/** One line of the report: Bureau, what it stands beside, and how the two compare. */
export interface Outcome {
  readonly what: string
  readonly bureau: string
  readonly peer: string
  readonly ratio: string
  readonly goal: string
  /** Undefined where no goal is set. */
  readonly met?: boolean
}

/** What is measured in turns: a name and one measurement, in milliseconds unless the row says otherwise. */
export interface Contender {
  readonly name: string
  readonly measure: () => Promise<number>
}

/**
 * The contenders one after the other, round by round, so that a machine that changes its speed changes it for all;
 * `between` runs before each. The first round does not count: caches and compilers warm up.
 */
export async function inTurns(
  contenders: readonly Contender[],
  rounds: number,
  between: () => Promise<void>,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const samples = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  for (let round = -1; round < rounds; round++) {
    for (const { name, measure } of contenders) {
      await between()
      const sample = await measure()
      if (round >= 0) samples.get(name)?.push(sample)
    }
  }
  return samples
}

export const ms = (value: number): string =>
  value >= 10_000 ? `${(value / 1000).toFixed(1)} s` : `${value.toFixed(value < 100 ? 1 : 0)} ms`

/** Bytes in so many milliseconds. */
export const speed = (bytes: number, milliseconds: number): string =>
  `${(bytes / 1_048_576 / (milliseconds / 1000)).toFixed(0)} MiB/s`

export function percentile95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN
}

/** How many times as fast Bureau was as the peer, by the medians of what both took; and whether that is enough. */
export function timesAsFast(
  what: string,
  samples: ReadonlyMap<string, readonly number[]>,
  peer: string,
  atLeast?: number,
  show: (value: number) => string = ms,
): Outcome {
  const [own, other] = [median(samples.get('Bureau') ?? []), median(samples.get(peer) ?? [])]
  const ratio = other / own
  return {
    what,
    bureau: show(own),
    peer: `${peer} ${show(other)}`,
    ratio: `${ratio.toFixed(2)} x`,
    goal: atLeast === undefined ? '' : `at least ${atLeast} x`,
    ...(atLeast !== undefined && { met: ratio >= atLeast }),
  }
}

/** A figure that must stay below a bound. */
export function below(
  what: string,
  value: number,
  max: number,
  show: (value: number) => string,
  note = '',
): Outcome {
  return { what, bureau: show(value), peer: note, ratio: '', goal: `under ${show(max)}`, met: value < max }
}

/** What was measured without a peer, because it is not installed. */
export function unaccompanied(
  what: string,
  samples: ReadonlyMap<string, readonly number[]>,
  show: (value: number) => string = ms,
): Outcome {
  return { what, bureau: show(median(samples.get('Bureau') ?? [])), peer: '', ratio: '', goal: '' }
}
