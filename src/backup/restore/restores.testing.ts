import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { silentLog } from '../../../test/log.ts'
import { openLocalBlobs } from '../../platform/blobs/local/store.ts'
import { systemClock } from '../../platform/clock.ts'
import { systemRandom } from '../../platform/random.ts'
import type { ArchiveHead } from '../archive/format.ts'
import type { ArchiveFile } from './archive-file.ts'
import { writeBackup } from './archives.testing.ts'
import { checkArchive, type Work } from './check-archive.ts'
import { chooseKeys } from './choose-keys.ts'
import { type EmptyInstallation, restoreBackup, type RestoreOptions } from './restore-backup.ts'

export const tools = { clock: systemClock, log: silentLog, random: systemRandom }

export const noWork: Work = { progress: () => undefined, signal: new AbortController().signal }

export async function temporary(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'bureau-restore-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** An installation with a database of its own, without tables. */
export async function emptyInstallation() {
  const dataDir = await temporary()
  const database = await testDatabase({ migrated: false })
  onTestFinished(database.close)
  const blobs = openLocalBlobs({ directory: join(dataDir, 'blobs'), ...tools })
  return { dataDir, blobs, connectionString: database.connectionString, database: database.database }
}

/** The program on an installation that was restored. */
export async function restored(app: TestApp, into: EmptyInstallation): Promise<TestApp> {
  const { connectionString, dataDir: directory } = into
  const opened = await testApp({ beside: { ...app, connectionString, directory } })
  onTestFinished(opened.close)
  return opened
}

/** Backups of an app, and their restore by an operator who has the key. */
export function restores(app: TestApp) {
  const keys = app.context.keyring.keys()
  const own = { keys, file: undefined }
  return {
    own,
    backUp: async (changed: Partial<ArchiveHead> = {}, lost = 0) =>
      writeBackup(
        await temporary(),
        { connectionString: app.connectionString, blobs: app.context.blobs, keys },
        changed,
        lost,
      ),
    restore: async (
      into: EmptyInstallation,
      file: ArchiveFile,
      more: Partial<RestoreOptions & Work> = {},
    ) => {
      const work = { ...noWork, ...more }
      const choose = (head: ArchiveHead) => chooseKeys(head, own, undefined)
      const archive = await checkArchive(file, async (head) => (await choose(head)).keys, noWork)
      const options = { file, archive, keys: await choose(archive.head), ...tools }
      return restoreBackup(
        into,
        { acceptsMissingBlobs: false, sendsQueued: false, ...options, ...more },
        work,
      )
    },
  }
}
