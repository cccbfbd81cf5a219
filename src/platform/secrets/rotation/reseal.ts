import type { PlatformContext } from '../../context.ts'
import type { ReportProgress } from '../../progress.ts'
import { headOf, type Resealed, type SealedColumn } from '../sealed-column.ts'
import { SecretUnreadable, type Vault } from '../vault.ts'

/** Locks so many rows for some milliseconds. */
const batchRows = 200

/** A pass that finds nothing ends it; writers that had the old key need a second one. */
const passesMax = 10

export interface ResealOptions {
  readonly columns: readonly SealedColumn[]
  readonly progress: ReportProgress
  readonly signal: AbortSignal
}

export interface ResealResult {
  /** How many secrets were sealed again. */
  readonly resealed: number
  /** Secrets that no key opens, by what they are. They stay as they are. */
  readonly unreadable: Readonly<Record<string, number>>
}

/** Seals everything with the active key that another key sealed, in batches, while others read and write. */
export async function resealAll(
  context: Pick<PlatformContext, 'database' | 'vault'>,
  { columns, progress, signal }: ResealOptions,
): Promise<ResealResult> {
  const total = await countOthers(context, columns)
  let resealed = 0
  for (let pass = 1; pass <= passesMax; pass++) {
    const unreadable: Record<string, number> = {}
    let changed = 0
    for (const column of columns) {
      for await (const batch of resealColumn(context, column)) {
        signal.throwIfAborted()
        changed += batch.resealed
        if (batch.unreadable > 0) unreadable[column.what] = (unreadable[column.what] ?? 0) + batch.unreadable
        const done = resealed + changed
        progress({ step: 'Sealing secrets again', done, total: Math.max(total, done), unit: 'items' })
      }
    }
    resealed += changed
    if (changed === 0) return { resealed, unreadable }
  }
  throw new Error('Secrets are still being sealed with another key.')
}

async function* resealColumn(
  { database, vault }: Pick<PlatformContext, 'database' | 'vault'>,
  column: SealedColumn,
): AsyncGenerator<{ readonly resealed: number; readonly unreadable: number }> {
  let after: string | undefined
  for (;;) {
    const head = activeHead(vault)
    const rows = await column.findOthers(database, { head, after, max: batchRows })
    const opened = rows.flatMap(({ key, owner, sealed }): Resealed[] => {
      const text = openedOf(vault, sealed, column.purposeOf(owner))
      return text === undefined
        ? []
        : [{ key, before: sealed, after: vault.seal(text, column.purposeOf(owner)) }]
    })
    const resealed = opened.length === 0 ? 0 : await column.replace(database, opened)
    yield { resealed, unreadable: rows.length - opened.length }
    if (rows.length < batchRows) return
    after = rows.at(-1)?.key
  }
}

function openedOf(vault: Vault, sealed: Buffer, purpose: string): string | undefined {
  try {
    return vault.open(sealed, purpose)
  } catch (error) {
    if (error instanceof SecretUnreadable) return undefined
    throw error
  }
}

const activeHead = (vault: Vault): Buffer => headOf(vault.seal('', 'head'))

export async function countOthers(
  { database, vault }: Pick<PlatformContext, 'database' | 'vault'>,
  columns: readonly SealedColumn[],
): Promise<number> {
  let others = 0
  for (const column of columns)
    for (const { head, count } of await column.count(database)) if (!vault.current(head)) others += count
  return others
}
