import { failed, type Outcome } from '../outcome.ts'

/** Each may read the whole database or all files. */
const atOnceMax = 2

/** Runs commands without a deadline. They do not use the places of short commands. */
export class LongCommands {
  readonly #running: string[] = []

  get running(): number {
    return this.#running.length
  }

  async run(name: string, work: () => Promise<Outcome>): Promise<Outcome> {
    if (this.#running.length >= atOnceMax)
      return failed(
        1,
        `${atOnceMax} long commands are running already (${this.#running.join(', ')}). Try again when one has ended.`,
      )
    this.#running.push(name)
    try {
      return await work()
    } finally {
      this.#running.splice(this.#running.indexOf(name), 1)
    }
  }
}
