import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { connectAlone } from '../../platform/database/connection.ts'
import { queryable } from '../../platform/database/queryable.ts'
import { syncDirectory, writeDurably } from '../../platform/durable-files.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { hasCode } from '../../platform/system-error.ts'
import { isInUse } from './tables-store.ts'

/*
 * A file in the data directory, from the first change of a restore until its end. Because no server starts while it is
 * there, people in the database mean that the transaction of the restore has committed.
 */

const markerOf = (dataDir: string): string => join(dataDir, 'restoring')

/** Of the archive; undefined: no restore was interrupted. */
export async function readMarker(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(markerOf(dataDir), 'utf8')).trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

export async function setMarker(dataDir: string, archive: string): Promise<void> {
  const draft = `${markerOf(dataDir)}.new`
  await writeDurably(draft, `${archive}\n`, 'w')
  await rename(draft, markerOf(dataDir))
  await syncDirectory(dataDir)
}

export async function removeMarker(dataDir: string): Promise<void> {
  await rm(markerOf(dataDir), { force: true })
  await syncDirectory(dataDir)
}

/** Throws OperatorError if a restore was interrupted before its database was complete. */
export async function requireRestored(dataDir: string, connectionString: string): Promise<void> {
  const archive = await readMarker(dataDir)
  if (archive === undefined) return
  const client = await connectAlone(connectionString)
  try {
    if (await isInUse(queryable(client))) return await removeMarker(dataDir)
  } finally {
    await client.end()
  }
  throw new OperatorError(
    `The restore of ${archive} into ${dataDir} was interrupted. Run "bureau backup restore" again, ` +
      `or remove ${markerOf(dataDir)} to start a new installation.`,
  )
}
