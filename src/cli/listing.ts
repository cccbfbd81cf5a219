import { table } from './text.ts'
import { id } from './value.ts'

/** So many rows a call: an answer has to fit into one message of the control socket, and into a head. */
export const listedMax = 1000

/** The option of every long list. */
export const after = { value: id, description: 'list what follows this id' } as const

/** One more row than is shown tells whether there are more. */
export const pageAfter = (after: number | undefined) => ({ after: after ?? 0, limit: listedMax + 1 })

/** The rows to show, and after which id the next call goes on; null at the end. */
export function cutPage<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => number,
): { readonly shown: readonly Row[]; readonly nextAfter: number | null } {
  const shown = rows.slice(0, listedMax)
  const last = shown.at(-1)
  return { shown, nextAfter: rows.length > shown.length && last !== undefined ? idOf(last) : null }
}

interface PrintedList {
  readonly nothing: string
  readonly headings: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly nextAfter: number | null
}

/** A list for people; says when there is more. */
export function printList({ nothing, headings, rows, nextAfter }: PrintedList): string {
  if (rows.length === 0) return nothing
  const more = `These are ${rows.length}. For the next ones add: --after ${nextAfter}`
  return nextAfter === null ? table(headings, rows) : `${table(headings, rows)}\n${more}`
}

/** To the second, in UTC. */
export const shownTime = (time: Date | string | null): string =>
  time === null ? 'never' : new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
