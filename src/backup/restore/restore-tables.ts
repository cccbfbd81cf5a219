import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { discardUnfinished } from '../../files/upload/discard-unfinished.ts'
import type { Clock } from '../../platform/clock.ts'
import { sqlState } from '../../platform/database/connection.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { queryable } from '../../platform/database/queryable.ts'
import { openTransaction } from '../../platform/database/transaction.ts'
import { releaseJobLocks } from '../../platform/jobs/job-store.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { failQueued } from '../../sms/queue/fail-queued.ts'
import { blobsSection, type ArchiveHead } from '../archive/format.ts'
import { ArchiveRefused, openArchive, type OpenedArchive } from '../archive/read.ts'
import { findSequences, prepareSession } from '../snapshot-store.ts'
import type { ArchiveFile } from './archive-file.ts'
import type { Work } from './check-archive.ts'
import {
  addForeignKey,
  copyStatement,
  countRows,
  dropForeignKey,
  foreignKeysOf,
  isInUse,
  knownTables,
  limitLocks,
  lockPeople,
  quotedName,
  setSequence,
  switchTriggers,
  truncate,
} from './tables-store.ts'

/** A phone, a receiver of webhooks, or a client may know IDs that were drawn after the backup; they never get another meaning. */
const idsSkipped = 1_000_000

/** The library keeps its own migrations there; `migrate` has applied those of this version. */
const libraryMigrations = 'graphile_worker.migrations'
const libraryPrefix = 'graphile_worker.'

const lockNotAvailable = '55P03'
const insufficientPrivilege = '42501'

export interface TablesToRestore {
  readonly file: ArchiveFile
  readonly keys: readonly Buffer[] | undefined
  /** Keeps texts that were queued, which then may be sent twice. */
  readonly sendsQueued: boolean
  readonly clock: Clock
}

export interface RestoredTables {
  /** Queued texts that were failed. */
  readonly failedTexts: number
}

export const inUse = (): OperatorError =>
  new OperatorError(
    'The installation has people or numbers already. Restore into an empty one: name a new directory with --data, ' +
      'or an empty database in DATABASE_URL.',
  )

/**
 * One transaction on a connection of its own, of which nothing remains if it fails. The schema is that of the archive. Needs
 * no superuser: constraints and triggers are off while rows are copied. Memory: a few pieces of the archive.
 */
export async function restoreTables(
  client: pg.Client,
  { file, keys, sendsQueued, clock }: TablesToRestore,
  work: Work,
): Promise<RestoredTables> {
  const database = queryable(client)
  const archive = await openArchive(await file.target.read(file.name))
  try {
    const { head } = archive
    const tables = head.tables.filter(({ name }) => name !== libraryMigrations)
    const names = tables.map(({ name }) => quotedName(name))
    await prepareSession(client)
    await client.query('begin')
    await limitLocks(database)
    await lockPeople(database)
    if (await isInUse(database)) throw inUse()
    await requireKnown(database, head)
    const foreignKeys = await foreignKeysOf(database, names)
    for (const key of foreignKeys) await dropForeignKey(database, key)
    for (const name of names) await switchTriggers(database, name, 'disable')
    await truncate(database, names)
    await copySections(client, archive, work)
    const end = archive.end(keys)
    for (const [name, state] of Object.entries(head.sequences))
      await setSequence(database, quotedName(name), afterGap(name, state))
    for (const { name } of tables) {
      work.progress({
        step: 'Counting rows',
        done: names.indexOf(quotedName(name)),
        total: names.length,
        unit: 'items',
      })
      const count = await countRows(database, quotedName(name))
      if (count === (end.rows[name] ?? 0)) continue
      throw new ArchiveRefused(
        `${name} has ${count} rows instead of ${end.rows[name] ?? 0}. Use another backup.`,
      )
    }
    work.progress({ step: 'Checking references', done: 0, unit: 'items' })
    for (const name of names) await switchTriggers(database, name, 'enable')
    for (const key of foreignKeys) await addForeignKey(database, key)
    const { tx, close } = openTransaction(client, { clock })
    await releaseJobLocks(tx)
    await discardUnfinished(tx)
    const failedTexts = sendsQueued ? 0 : await failQueued(tx)
    close()
    work.signal.throwIfAborted()
    await client.query('commit')
    return { failedTexts }
  } catch (error) {
    throw explained(error)
  } finally {
    await archive.close()
  }
}

/** Without the key that proves its origin, the head may name anything. */
async function requireKnown(database: Queryable, { tables, sequences }: ArchiveHead): Promise<void> {
  const known = new Map((await knownTables(database)).map(({ name, columns }) => [name, new Set(columns)]))
  const isKnown = ({ name, columns }: ArchiveHead['tables'][number]) =>
    columns.every((column) => known.get(name)?.has(column))
  const table = tables.find((each) => !isKnown(each))
  if (table) throw new ArchiveRefused(`The backup has an unknown table, ${table.name}. Use another one.`)
  const knownSequences = await findSequences(database)
  const sequence = Object.keys(sequences).find((name) => !Object.hasOwn(knownSequences, name))
  if (sequence !== undefined)
    throw new ArchiveRefused(`The backup has an unknown sequence, ${sequence}. Use another one.`)
}

function explained(error: unknown): unknown {
  const state = sqlState(error)
  if (state === lockNotAvailable)
    return new OperatorError(
      'Another program uses the tables of the database. Stop it, and run the command again.',
      { cause: error },
    )
  if (state === insufficientPrivilege)
    return new OperatorError(
      'The database user does not own the tables of the database. Restore into an empty database of its own.',
      { cause: error },
    )
  if (state?.startsWith('22') || state?.startsWith('23'))
    return new ArchiveRefused('The backup has rows that do not fit its tables. Use another one.', {
      cause: error,
    })
  return error
}

const afterGap = (
  name: string,
  { value, drawn }: ArchiveHead['sequences'][string],
): ArchiveHead['sequences'][string] =>
  drawn && !name.startsWith(libraryPrefix) ? { value: value + idsSkipped, drawn } : { value, drawn }

async function copySections(
  client: pg.Client,
  { head, sections }: OpenedArchive,
  { progress, signal }: Work,
): Promise<void> {
  const columnsOf = new Map(head.tables.map(({ name, columns }) => [name, columns]))
  let done = 0
  for await (const { name, bytes } of sections) {
    const columns = name === libraryMigrations ? undefined : columnsOf.get(name)
    if (columns === undefined) {
      if (name !== blobsSection && name !== libraryMigrations)
        throw new ArchiveRefused(`The backup has an unknown table, ${name}. Use another one.`)
      for await (const _ of bytes) signal.throwIfAborted()
      continue
    }
    const counted = async function* () {
      for await (const piece of bytes) {
        yield piece
        done += piece.length
        progress({ step: 'Restoring the database', done, unit: 'bytes' })
      }
    }
    await pipeline(counted, client.query(copyFrom(copyStatement(quotedName(name), columns))), { signal })
  }
}
