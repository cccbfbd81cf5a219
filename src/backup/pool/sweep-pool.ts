import type { Client } from 'pg'
import { sweepOrphans } from '../../platform/blobs/sweep.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import { blobsSection } from '../archive/format.ts'
import { openArchive } from '../archive/read.ts'
import { linesOf } from '../copy-out.ts'
import type { Target } from '../target/target.ts'
import { addKeys, beginKeys, endKeys, knownKeys } from './pool-store.ts'

const batchKeys = 5000

type Tools = { readonly clock: Clock; readonly log: Log; readonly client: Client }

/**
 * Removes blobs that no archive names. Call it under the lock of backups. If an archive cannot be read, nothing is removed.
 * Cost: reads the blob lists of all archives and lists the pool; the memory stays bounded.
 */
export async function sweepPool(target: Target, { clock, log, client }: Tools): Promise<void> {
  await beginKeys(client)
  try {
    for (const { name } of await target.list()) {
      try {
        await addKeysOf(target, name, client)
      } catch (err) {
        log.warn({ err, name }, 'A backup cannot be read, so no blobs of old backups are removed.')
        return
      }
    }
    const report = await sweepOrphans({
      store: target.blobs,
      clock,
      // Links have the age of their files; the lock protects new ones.
      graceMs: 0,
      removalsMax: Number.MAX_SAFE_INTEGER,
      dryRun: false,
      isKnown: (keys, unfinished) => (unfinished ? Promise.resolve(new Set()) : knownKeys(client, keys)),
    })
    if (report.removed > 0)
      log.info({ removed: report.removed }, 'Removed blobs that no backup needs any more.')
  } finally {
    await endKeys(client)
  }
}

async function addKeysOf(target: Target, name: string, client: Client): Promise<void> {
  const archive = await openArchive(await target.read(name))
  try {
    for await (const section of archive.sections) {
      if (section.name !== blobsSection) break
      const keys: string[] = []
      for await (const line of linesOf(section.bytes)) {
        keys.push(line.slice(0, line.indexOf(' ')))
        if (keys.length === batchKeys) await addKeys(client, keys.splice(0))
      }
      if (keys.length > 0) await addKeys(client, keys)
    }
  } finally {
    await archive.close()
  }
}
