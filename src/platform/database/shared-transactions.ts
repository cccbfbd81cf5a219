import { brokenConstraint, sqlState } from './connection.ts'
import type { Database, Transaction } from './database.ts'
import { DatabaseUnavailable } from './presence.ts'

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

/** Who waits for the next transaction of a line. */
interface Queue<Each> {
  readonly waiting: Each[]
  /** Called whenever one more waits. */
  onJoined: () => void
}

/**
 * Work that is asked for faster than it can be committed: what comes for a line while a transaction of that line is under
 * way waits for it, and then shares the next one. So a line has one transaction at work at a time, and a hundred callers who
 * change the same row wait for a few commits instead of a hundred. The next one begins while the disk takes the commit of
 * the one before: with a lock at once, and it takes along what comes until it has that; else when as many wait as are
 * being committed, so that groups do not shrink on a slow disk (decision 59), and when the commit is done at the latest. The
 * promise tells each caller what became of his item; it resolves after the commit.
 *
 * When one of several items is refused, all are done again one by one, so that each gets its own verdict.
 */
export function sharedTransactions<Item, Result>(
  work: Work<Item, Result>,
  lock?: Lock,
): (database: Database, line: number, item: Item) => Promise<Result> {
  type Lines = Map<number, Queue<Waiter<Item, Result>>>
  const linesOf = new WeakMap<Database, Lines>()

  async function serve(
    database: Database,
    lines: Lines,
    line: number,
    queue: Queue<Waiter<Item, Result>>,
  ): Promise<void> {
    const { waiting } = queue
    while (waiting.length > 0) {
      const worked = Promise.withResolvers<void>()
      const taken = waiting.splice(0, itemsMax)
      const ended = commit(database, line, { taken, waiting }, worked.resolve)
      await Promise.race([worked.promise, ended])
      if (!lock) await Promise.race([ended, asManyWait(queue, taken.length)])
    }
    // In the same step as the last look, so that nobody joins a queue that is not served any more.
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
      const queue = lines.get(line)
      if (queue) {
        queue.waiting.push(waiter)
        queue.onJoined()
        return
      }
      const first = { waiting: [waiter], onJoined: () => {} }
      lines.set(line, first)
      void serve(database, lines, line, first)
    })
}

const asManyWait = (queue: Queue<unknown>, count: number): Promise<void> =>
  new Promise((resolve) => {
    queue.onJoined = () => {
      if (queue.waiting.length >= count) resolve()
    }
    queue.onJoined()
  })

/** Whether the work itself refused an item. What the database fails at, it would most likely fail at again. */
const isRefusal = (error: unknown): boolean =>
  brokenConstraint(error) !== undefined ||
  (sqlState(error) === undefined && !(error instanceof DatabaseUnavailable))
