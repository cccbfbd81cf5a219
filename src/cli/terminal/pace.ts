import type { Progress } from '../../platform/progress.ts'

interface Sample {
  readonly atMs: number
  readonly done: number
}

const windowMs = 10_000
const sampleEveryMs = 250
const firstRateMs = 1_000

/** How fast a step has been in the last seconds. */
export class Pace {
  #step: string | undefined
  #samples: Sample[] = []

  take({ step, done }: Pick<Progress, 'step' | 'done'>, atMs: number): void {
    const last = this.#samples.at(-1)
    if (step !== this.#step || (last && done < last.done)) this.#samples = []
    else if (last && atMs - last.atMs < sampleEveryMs) return
    this.#step = step
    this.#samples.push({ atMs, done })
    while (this.#samples.length > 2 && atMs - (this.#samples[1]?.atMs ?? atMs) > windowMs)
      this.#samples.shift()
  }

  /** A second; undefined while it is too early to tell, and when nothing moved. */
  perSecond(done: number, atMs: number): number | undefined {
    const [first] = this.#samples
    if (!first || atMs - first.atMs < firstRateMs || done <= first.done) return undefined
    return ((done - first.done) * 1000) / (atMs - first.atMs)
  }
}
