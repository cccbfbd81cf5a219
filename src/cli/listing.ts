import { table } from './text.ts'
import { id, wholeNumber } from './value.ts'

/** Rows a call: an answer has to fit into one message of the control socket. */
export const listedMax = 1000

export const after = { value: id, description: 'list rows after this id' } as const

const newestByDefault = 100

export const newest = {
  before: { value: id, description: 'list rows before this id' },
  limit: { value: wholeNumber(1, listedMax), description: `how many (${newestByDefault})` },
} as const

interface NewestInput {
  readonly before: number | undefined
  readonly limit: number | undefined
}

/** Reads one row more than it shows, to know whether there are more. */
export const pageBefore = ({ before, limit = newestByDefault }: NewestInput) => ({
  before: before ?? Number.MAX_SAFE_INTEGER,
  limit: limit + 1,
})

export type PageBefore = ReturnType<typeof pageBefore>

export function cutNewest<Row extends { readonly id: number }>(
  rows: readonly Row[],
  { limit }: PageBefore,
): { readonly shown: readonly Row[]; readonly nextBefore: number | null } {
  const shown = rows.slice(0, limit - 1)
  return { shown, nextBefore: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null }
}

export const pageAfter = (after: number | undefined) => ({ after: after ?? 0, limit: listedMax + 1 })

export function cutPage<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => number,
): { readonly shown: readonly Row[]; readonly nextAfter: number | null } {
  const shown = rows.slice(0, listedMax)
  const last = shown.at(-1)
  return { shown, nextAfter: rows.length > shown.length && last !== undefined ? idOf(last) : null }
}

interface PrintedList<Row> {
  readonly nothing: string
  readonly rows: readonly Row[]
  /** Heading → cell; null is empty. */
  readonly columns: Readonly<Record<string, (row: Row) => string | number | null>>
  readonly nextAfter?: number | null
  readonly nextBefore?: number | null
}

export function printList<Row>({ nothing, rows, columns, nextAfter, nextBefore }: PrintedList<Row>): string {
  if (rows.length === 0) return nothing
  const cells = rows.map((row) => Object.values(columns).map((cell) => String(cell(row) ?? '')))
  const printed = table(Object.keys(columns), cells)
  const next = nextAfter ? `--after ${nextAfter}` : nextBefore ? `--before ${nextBefore}` : undefined
  const these = rows.length === 1 ? 'This is 1' : `These are ${rows.length}`
  return next === undefined ? printed : `${printed}\n${these}. For the next ones add: ${next}`
}

/** To the second, in UTC. */
export const shownTime = (time: Date | string | null): string =>
  time === null ? 'never' : new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
