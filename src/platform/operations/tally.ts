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

/** Keeps sums under a caller's name until the scrape, because finding a series by labels costs more than all other measuring. */
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
