import { brokenConstraint, sqlState } from './connection.ts'
import type { Database, Transaction } from './database.ts'
import { DatabaseUnavailable } from './health.ts'

/** More would let the first of them wait for the last. */
const itemsMax = 64

/** Does the work for all items, in order, or throws; then nothing of it was done. */
type Work<Item, Result> = (
  tx: Transaction,
  line: number,
  items: readonly [Item, ...Item[]],
) => Promise<readonly Result[]>

/** Takes what all transactions of a line wait for. What comes until it is there shares the transaction too. */
type Lock = (tx: Transaction, line: number) => Promise<void>

interface Waiter<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** Who shares a transaction, and who may still join. */
interface Round<Each> {
  readonly taken: Each[]
  readonly waiting: Each[]
}

/**
 * Work that is asked for faster than it can be committed: items of a line that arrive while a transaction of that line is
 * at work share the next one. A line has one transaction at work at a time, so a hundred callers who change the same row
 * wait for a few commits instead of a hundred. The next one begins while the disk takes the commit of the one before; with a
 * lock it takes along the items that arrive until it has that. The promise tells each caller the result of their item; it
 * resolves after the commit.
 *
 * When one of several items is refused, all are done again one by one, so that each gets its own verdict.
 */
export function sharedTransactions<Item, Result>(
  work: Work<Item, Result>,
  lock?: Lock,
): (database: Database, line: number, item: Item) => Promise<Result> {
  /** The items that wait for the next transaction of each line. */
  type Lines = Map<number, Waiter<Item, Result>[]>
  const linesOf = new WeakMap<Database, Lines>()

  async function serve(
    database: Database,
    lines: Lines,
    line: number,
    waiting: Waiter<Item, Result>[],
  ): Promise<void> {
    while (waiting.length > 0) {
      const worked = Promise.withResolvers<void>()
      const taken = waiting.splice(0, itemsMax)
      const ended = commit(database, line, { taken, waiting }, worked.resolve)
      await Promise.race([worked.promise, ended])
    }
    // In the same step as the last look, so that no caller joins a line that is no longer served.
    lines.delete(line)
  }

  /** Never rejects. Adds to `taken` what waits. Calls `onWorked` when nothing but the commit is left to do. */
  async function commit(
    database: Database,
    line: number,
    { taken, waiting }: Round<Waiter<Item, Result>>,
    onWorked: () => void,
  ): Promise<void> {
    const verdict = { refused: false }
    try {
      const results = await database.transaction(async (tx) => {
        if (lock) {
          await lock(tx, line)
          taken.push(...waiting.splice(0, itemsMax - taken.length))
        }
        const items = taken.map(({ item }) => item)
        const worked = await work(tx, line, items as [Item, ...Item[]]).catch((error: unknown) => {
          verdict.refused = isRefusal(error)
          throw error
        })
        onWorked()
        return worked
      })
      for (const [index, { resolve }] of taken.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (verdict.refused && taken.length > 1)
        for (const waiter of taken) await commit(database, line, { taken: [waiter], waiting: [] }, () => {})
      else for (const { reject } of taken) reject(error)
    }
  }

  return (database, line, item) =>
    new Promise((resolve, reject) => {
      const lines: Lines = linesOf.get(database) ?? new Map()
      linesOf.set(database, lines)
      const waiter = { item, resolve, reject }
      const waiting = lines.get(line)
      if (waiting) {
        waiting.push(waiter)
        return
      }
      const first = [waiter]
      lines.set(line, first)
      void serve(database, lines, line, first)
    })
}

/** Whether the work itself refused an item. What the database fails at, it would most likely fail at again. */
const isRefusal = (error: unknown): boolean =>
  brokenConstraint(error) !== undefined ||
  (sqlState(error) === undefined && !(error instanceof DatabaseUnavailable))
