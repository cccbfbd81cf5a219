import { brokenConstraint, sqlState } from './connection.ts'
import type { Database, Transaction } from './database.ts'
import { DatabaseUnavailable } from './health.ts'

/** More would delay the first for the last. */
const itemsMax = 64

type Work<Item, Result> = (
  tx: Transaction,
  line: number,
  items: readonly [Item, ...Item[]],
) => Promise<readonly Result[]>

/** Items that arrive while the lock is awaited share the transaction. */
type Lock = (tx: Transaction, line: number) => Promise<void>

interface Waiter<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

interface Round<Each> {
  readonly taken: Each[]
  readonly waiting: Each[]
}

/** Group commit: items that arrive during a transaction share the next one. If an item fails it, each is retried alone. */
export function sharedTransactions<Item, Result>(
  work: Work<Item, Result>,
  lock?: Lock,
): (database: Database, line: number, item: Item) => Promise<Result> {
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
    // In the same tick as the last look, so that no caller joins a dead line.
    lines.delete(line)
  }

  /** Never rejects. Adds waiting items to `taken`. Calls `onWorked` before the commit. */
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

/** If the database failed, retries would most likely fail too. */
const isRefusal = (error: unknown): boolean =>
  brokenConstraint(error) !== undefined ||
  (sqlState(error) === undefined && !(error instanceof DatabaseUnavailable))
