import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { filesApp } from '../../test/files-app.ts'
import { dataOf } from '../../test/files-client.ts'
import { sql } from '../platform/database/sql.ts'
import { openArchive } from './archive/read.ts'
import { createBackup, type BackupOptions } from './create-backup.ts'
import { openTarget } from './target/open.ts'
import type { Target } from './target/target.ts'

/** Too large for the database. */
export const large = () => randomBytes(100_000)

/** An app with files, and a directory of backups that may be on another file system. */
export async function backupsApp(directory = mkdtempSync(join(tmpdir(), 'bureau-backups-'))) {
  const opened = await filesApp()
  const { app } = opened
  const target = await openTarget({ kind: 'directory', directory }, app.context)

  /** A second after the last one, so that names tell the time. */
  const backup = (options: Partial<BackupOptions> = {}) => {
    app.clock.advance(1000)
    return createBackup(app.context, { target, blobs: 'beside', ...options })
  }

  const uploaded = async (name: string) => dataOf(await opened.files.upload(large(), name))

  const blobOf = async (id: string): Promise<string> => {
    const { key } = await app.context.database.one<{ key: string }>(sql`
      select blob_key as key from files.file where id = ${id}`)
    return key
  }

  const tries = () =>
    app.context.database.rows<{ name: string; ended_at: Date | null; error: string | null }>(sql`
      select name, ended_at, error from platform.backup order by id`)

  return {
    ...opened,
    directory,
    target,
    backup,
    uploaded,
    blobOf,
    tries,
    close: async () => {
      target.close()
      await app.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The whole archive: its head, the texts of its sections, and its end. */
export async function readAll(target: Target, name: string, keys?: readonly Buffer[]) {
  const archive = await openArchive(await target.read(name))
  const sections: Record<string, string> = {}
  for await (const section of archive.sections)
    sections[section.name] = await text(Readable.from(section.bytes))
  await archive.close()
  return { head: archive.head, sections, end: archive.end(keys) }
}

export const blobKeysOf = (sections: Readonly<Record<string, string>>): string[] =>
  (sections['blobs'] ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' ')[0] ?? '')

export async function poolKeys(target: Target): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of target.blobs.list()) keys.push(key)
  return keys.toSorted()
}
