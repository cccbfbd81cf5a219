import type { AnsweredRequest } from '../../api/http/request-log.ts'

export const windowEntriesMax = 500

export interface RequestEntry {
  /** When the answer ended. */
  readonly at: Date
  readonly request: AnsweredRequest
}

const isRefused = ({ request }: RequestEntry): boolean => request.status >= 400

/** The entries of a second. When it is full, a refused request takes the place of an answered one. */
export class RequestWindow {
  readonly #entries: RequestEntry[] = []
  #refused = 0

  get entries(): readonly RequestEntry[] {
    return this.#entries
  }

  /** False when an entry was left out: this one or another one. */
  add(entry: RequestEntry): boolean {
    const refused = isRefused(entry)
    const isFull = this.#entries.length >= windowEntriesMax
    if (isFull && (!refused || this.#refused === this.#entries.length)) return false
    if (isFull) this.#dropNewestAnswered()
    this.#entries.push(entry)
    if (refused) this.#refused += 1
    return !isFull
  }

  #dropNewestAnswered(): void {
    this.#entries.splice(
      this.#entries.findLastIndex((entry) => !isRefused(entry)),
      1,
    )
  }
}
