import { Counter, type Registry } from 'prom-client'

interface TallyOptions<Label extends string> {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly Label[]
  readonly registers: Registry[]
}

interface Series<Label extends string> {
  readonly labels: Readonly<Record<Label, string | number>>
  sum: number
}

/**
 * A counter that grows with every request. Its sums are found by a name of the caller's and become a metric when
 * somebody asks for it: to find them by their labels takes longer than all else that is measured of a request.
 */
export class Tally<Label extends string> {
  readonly #series = new Map<string, Series<Label>>()

  constructor(options: TallyOptions<Label>) {
    const series = this.#series
    const counter: Counter<Label> = new Counter<Label>({
      ...options,
      collect() {
        counter.reset()
        for (const { labels, sum } of series.values()) counter.inc(labels, sum)
      },
    })
  }

  add(name: string, value: number, labels: () => Series<Label>['labels']): void {
    const known = this.#series.get(name)
    if (known) known.sum += value
    else this.#series.set(name, { labels: labels(), sum: value })
  }
}
