import { readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedKeys } from '../../test/files-app.ts'
import { until } from '../../test/until.ts'
import { sweepBlobs } from '../files/blob/sweep-blobs.ts'
import { sweepOrphanBlobs } from '../files/blob/sweep-orphan-blobs.ts'
import { deleteFilesOf } from '../files/removal/delete-files-of.ts'
import { sql } from '../platform/database/sql.ts'
import { unzip, workspaceOf } from '../files/unzip/unzip.testing.ts'
import { sampleZip } from '../platform/zip/read/samples.testing.ts'
import { openKeys } from './archive/keys.ts'
import { backupsApp, blobKeysOf, large, poolKeys, readAll } from './backups.testing.ts'
import { createBackup } from './create-backup.ts'
import type { Target } from './target/target.ts'

let opened: Awaited<ReturnType<typeof backupsApp>>
beforeAll(async () => {
  opened = await backupsApp()
})
afterAll(() => opened.close())

/** Waits in the middle of a backup until `go` is called. */
function pausing(target: Target) {
  const reached = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const paused: Target = {
    ...target,
    write: (name, source) =>
      target.write(
        name,
        (async function* () {
          let first = true
          for await (const piece of source) {
            if (first) {
              reached.resolve()
              await go.promise
            }
            first = false
            yield piece
          }
        })(),
      ),
  }
  return { target: paused, reached: reached.promise, go: go.resolve }
}

describe('a backup', () => {
  test('has every table with its rows, every blob, the sequences, and the jobs of two workspaces', async () => {
    const { app, backup, target, files } = opened
    const other = await workspaceOf(app)
    await other.client.file(large(), 'other.bin')
    const kept = large()
    await files.upload(kept, 'large.bin')
    await files.upload(Buffer.from('small'), 'small.txt')
    const created = await backup()
    const keys = app.context.keyring.keys()
    const { head, sections, end } = await readAll(target, created.name, keys)
    const { count } = await app.context.database.one<{ count: number }>(sql`
      select count(*) as count from files.file`)
    expect(end.rows['files.file']).toBe(count)
    expect(sections['files.file']?.split('\n')).toHaveLength(count + 1)
    const own = await app.context.database.rows<{ name: string }>(sql`
      select nspname || '.' || relname as name from pg_class join pg_namespace n on n.oid = relnamespace
      where relkind = 'r' and (nspname = any(array['files', 'identity', 'platform', 'sms', 'webhooks'])
        or relname like '\\_private\\_%')`)
    const names = head.tables.map(({ name }) => name)
    const expected = own.map(({ name }) => name).filter((name) => name !== 'platform.migration')
    expect(names.toSorted()).toEqual(expected.toSorted())
    expect(names).not.toContain('graphile_worker.migrations')
    expect(head.migrations.at(-1)?.checksum).toMatch(/^[0-9a-f]{64}$/)
    expect(head.sequences['identity.person_id']).toEqual({ value: expect.any(Number), drawn: true })
    expect(names.indexOf('files.usage')).toBeGreaterThan(names.indexOf('identity.every_workspace'))
    const blobs = blobKeysOf(sections)
    expect(blobs).toEqual(blobs.toSorted())
    expect(blobs).toEqual(await storedKeys(app))
    expect(await poolKeys(target)).toEqual(blobs)
    expect(created).toMatchObject({ blobs: end.blobs, has_blobs: true, has_keys: false, damaged_blobs: 0 })
    expect(Object.values(end.rows).reduce((sum, rows) => sum + rows, 0)).toBe(created.rows)
  })

  test('does not replace one of the same second', async () => {
    const { app, backup, target } = opened
    const one = await backup()
    const other = await createBackup(app.context, { target, blobs: 'beside' })
    expect((await target.list()).map(({ name }) => name)).toEqual(
      expect.arrayContaining([one.name, other.name]),
    )
    expect(other.name).not.toBe(one.name)
    app.clock.advance(1000)
  })

  test('leaves out columns that are generated', async () => {
    const { app, backup, target } = opened
    const generated = await app.context.database.rows<{ name: string; column: string }>(sql`
      select table_schema || '.' || table_name as name, column_name as column
      from information_schema.columns where is_generated = 'ALWAYS'
        and table_schema in ('files', 'identity', 'platform', 'sms', 'webhooks')`)
    const { head } = await readAll(target, (await backup()).name)
    for (const { name, column } of generated)
      expect(head.tables.find((table) => table.name === name)?.columns ?? []).not.toContain(column)
    for (const { columns } of head.tables) expect(columns.length).toBeGreaterThan(0)
  })

  test('names a pack once, and it is in the pool', async () => {
    const { app, backup, target } = opened
    const workspace = await workspaceOf(app)
    const zip = sampleZip(
      Array.from({ length: 10 }, (_, index) => ({
        name: `${index}`,
        bytes: Buffer.alloc(index * 1000, 'x'),
      })),
    )
    const archive = await workspace.client.file(zip, 'a.zip')
    await unzip(workspace.client, archive.id)
    const { sections } = await readAll(target, (await backup()).name)
    const [pack] = await app.context.database.rows<{ pack_key: string }>(sql`
      select distinct pack_key from files.blob where workspace_id = ${workspace.workspaceId} and pack_key is not null`)
    const keys = blobKeysOf(sections)
    expect(keys.filter((key) => key.startsWith(pack?.pack_key ?? '?'))).toEqual([pack?.pack_key])
    expect(await poolKeys(target)).toContain(pack?.pack_key)
  })

  test('links blobs on one file system, and the next one copies nothing', async () => {
    const { app, backup, target, directory } = opened
    await opened.uploaded('linked.bin')
    await backup()
    const [key = ''] = await storedKeys(app)
    const inode = (base: string, at: string | undefined) => statSync(join(base, at ?? '?')).ino
    const source = inode(join(app.directory, 'blobs'), app.context.blobs.pathOf?.(key))
    expect(inode(join(directory, 'blobs'), target.blobs.pathOf?.(key))).toBe(source)
    const before = await poolKeys(target)
    await backup()
    expect(await poolKeys(target)).toEqual(before)
  })

  test('copies blobs to another store, checks them, and the next one copies nothing', async () => {
    const { app, backup, directory } = opened
    const written: string[] = []
    const { target } = opened
    const elsewhere: Target = {
      ...target,
      directory: undefined,
      blobs: {
        ...target.blobs,
        write: (key, ...rest) => {
          written.push(key)
          return target.blobs.write(key, ...rest)
        },
      },
    }
    rmSync(join(directory, 'blobs'), { recursive: true, force: true })
    await backup({ target: elsewhere })
    const keys = await storedKeys(app)
    expect(written.toSorted()).toEqual(keys)
    for (const key of keys) {
      const [own, copied] = await Promise.all(
        [app.context.blobs, target.blobs].map(async (store) =>
          buffer(await store.read(key, { start: 0, end: 999 })),
        ),
      )
      expect(copied?.equals(own ?? Buffer.of())).toBe(true)
    }
    await backup({ target: elsewhere })
    expect(written).toHaveLength(keys.length)
  })

  test('copies no blobs if another backup has them', async () => {
    const { backup, target } = opened
    const fresh = await opened.uploaded('none.bin')
    const before = await poolKeys(target)
    const created = await backup({ blobs: 'none' })
    expect(await poolKeys(target)).toEqual(before)
    const { head, sections } = await readAll(target, created.name)
    expect(head.blobs).toBe('none')
    expect(blobKeysOf(sections).length).toBe(created.blobs.count)
    await opened.files.del(`/files/${fresh.id}`)
  })

  test('has the secret keys encrypted, or not at all, and never in clear', async () => {
    const { app, backup, target } = opened
    const keys = app.context.keyring.keys()
    const without = await readAll(target, (await backup()).name)
    expect(without.head.sealed_keys).toBeNull()
    const created = await backup({ passphrase: 'correct horse' })
    expect(created.has_keys).toBe(true)
    const { head } = await readAll(target, created.name)
    expect(await openKeys(head.sealed_keys ?? '', 'correct horse')).toEqual(keys)
    expect(JSON.stringify([head, without.head])).not.toContain(keys[0]?.toString('base64'))
  })

  test('says how far it is', async () => {
    const steps = new Set<string>()
    await opened.backup({
      progress({ step, done, total }) {
        steps.add(step)
        expect(done).toBeLessThanOrEqual(total ?? Infinity)
      },
    })
    expect([...steps]).toEqual(['Copying the database', 'Copying files'])
  })
})

describe('while a backup runs', () => {
  test('files come and go, and it has every blob that it names', async () => {
    const { app, backup, files, target } = opened
    const doomed = await opened.uploaded('doomed.bin')
    const doomedKey = await opened.blobOf(doomed.id)
    const pause = pausing(target)
    const running = backup({ target: pause.target })
    await pause.reached
    expect((await files.del(`/files/${doomed.id}`)).status).toBeLessThan(300)
    await opened.uploaded('late.bin')
    const before = await storedKeys(app)
    await sweepBlobs.run({}, app.context)
    app.clock.advance(3 * 60 * 60 * 1000)
    await sweepOrphanBlobs.run({}, app.context)
    expect(await storedKeys(app)).toEqual(before)
    pause.go()
    const { name } = await running
    const { sections } = await readAll(target, name)
    const pool = new Set(await poolKeys(target))
    expect(blobKeysOf(sections).filter((key) => !pool.has(key))).toEqual([])
    expect(blobKeysOf(sections)).toContain(doomedKey)
    await sweepBlobs.run({}, app.context)
    expect(await storedKeys(app)).not.toContain(doomedKey)
  })

  test('the removal of a workspace waits with its blobs', async () => {
    const { app, backup, target } = opened
    const other = await workspaceOf(app)
    await other.client.file(large(), 'other.bin')
    const pause = pausing(target)
    const running = backup({ target: pause.target })
    await pause.reached
    const before = await storedKeys(app)
    let isOver = false
    const removal = deleteFilesOf(app.context, other.workspaceId).then(() => (isOver = true))
    await until(async () => {
      const { count } = await app.context.database.one<{ count: number }>(sql`
        select count(*) as count from files.file where workspace_id = ${other.workspaceId}`)
      return count === 0
    })
    expect([isOver, await storedKeys(app)]).toEqual([false, before])
    pause.go()
    await running
    await removal
    expect((await storedKeys(app)).length).toBe(before.length - 1)
  })

  test('its snapshot is closed before the blobs are copied', async () => {
    const { app, backup, files, target } = opened
    const kept = await opened.uploaded('slow.bin')
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow: Target = {
      ...target,
      directory: undefined,
      blobs: {
        ...target.blobs,
        write: async (...words) => {
          reached.resolve()
          await go.promise
          return target.blobs.write(...words)
        },
      },
    }
    const running = backup({ target: slow })
    await reached.promise
    const { open } = await app.context.database.one<{ open: number }>(sql`
      select count(*) as open from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_xmin is not null`)
    expect(open).toBe(0)
    const late = await opened.uploaded('late.bin')
    go.resolve()
    const { sections } = await readAll(target, (await running).name)
    expect(sections['files.file']).toContain(kept.id)
    expect(sections['files.file']).not.toContain(late.id)
    for (const { id } of [kept, late]) await files.del(`/files/${id}`)
  })

  test('another one is refused in a sentence', async () => {
    const { app, backup, target } = opened
    const pause = pausing(target)
    const running = backup({ target: pause.target })
    await pause.reached
    await expect(createBackup(app.context, { target, blobs: 'none' })).rejects.toThrow(
      'Another backup is being made. Wait until it is complete.',
    )
    pause.go()
    await running
  })
})

describe('a backup that fails', () => {
  const archives = () => readdirSync(opened.directory).filter((name) => name.startsWith('bureau-'))

  test('by an interruption leaves nothing of it, and releases everything', async () => {
    const { backup, target, tries } = opened
    const before = archives()
    const pause = pausing(target)
    const controller = new AbortController()
    const running = backup({ target: pause.target, signal: controller.signal })
    await pause.reached
    controller.abort(new Error('Ctrl-C'))
    pause.go()
    await expect(running).rejects.toThrow('Ctrl-C')
    expect(archives()).toEqual(before)
    expect((await tries()).at(-1)).toMatchObject({ error: 'It was interrupted.', ended_at: expect.any(Date) })
    await backup()
  })

  test('in the middle of a COPY ends it', async () => {
    const { app, backup, tries } = opened
    await app.context.database.run(sql`
      insert into platform.event (workspace_id, name, data, wildcard_only, created_at)
      select 1, 'x', to_jsonb(repeat(md5(n::text), 300)), false, now() from generate_series(1, 3000) n`)
    const controller = new AbortController()
    const running = backup({
      signal: controller.signal,
      progress: ({ step }) => {
        if (step === 'Copying the database') controller.abort(new Error('Ctrl-C'))
      },
    })
    await expect(running).rejects.toThrow('Ctrl-C')
    expect((await tries()).at(-1)?.error).toBe('It was interrupted.')
    const { count } = await app.context.database.one<{ count: number }>(sql`
      select count(*) as count from pg_stat_activity where query like 'copy%' and datname = current_database()`)
    expect(count).toBe(0)
    await app.context.database.run(sql`delete from platform.event where name = 'x'`)
  })

  test('because the disk is full says so, and the older ones stay', async () => {
    const { backup, target, tries } = opened
    await backup()
    const before = archives()
    const full = { ...target, write: () => Promise.reject(new Error('The disk is full.')) }
    await expect(backup({ target: full })).rejects.toThrow('The disk is full.')
    expect(archives()).toEqual(before)
    expect((await tries()).at(-1)?.error).toBe('The disk is full.')
  })

  test('with its process is forgotten by the next one', async () => {
    const { app, backup, directory, tries } = opened
    writeFileSync(join(directory, 'bureau-20260101T000000Z.backup.partial'), 'half')
    await app.context.database.run(sql`
      insert into platform.backup (place, name, started_at) values ('there', 'bureau-20260101T000000Z.backup', now())`)
    await backup()
    expect(readdirSync(directory).filter((name) => name.endsWith('.partial'))).toEqual([])
    expect((await tries()).find(({ name }) => name === 'bureau-20260101T000000Z.backup')).toMatchObject({
      error: 'The process ended before the backup was complete.',
    })
  })

  test('to find the bytes of one blob has the others, and says so', async () => {
    const { app, backup, target, tries } = opened
    const lost = await opened.uploaded('lost.bin')
    const key = await opened.blobOf(lost.id)
    await app.context.blobs.remove(key)
    const created = await backup()
    expect(created.damaged_blobs).toBe(1)
    const { end, sections } = await readAll(target, created.name)
    expect(end.lost_blobs).toEqual([key])
    expect(end.blobs).toEqual(created.blobs)
    expect(created.blobs.count).toBe(blobKeysOf(sections).length - 1)
    expect((await tries()).at(-1)?.error).toContain('has lost the bytes of 1 blob,')
    expect(app.takeErrors()).toEqual([{ fields: { key }, message: expect.stringContaining('missing') }])
    await opened.files.del(`/files/${lost.id}`)
  })

  test('to find all bytes of a blob does not keep the rest of it', async () => {
    const { app, backup, target } = opened
    const cut = await opened.uploaded('cut.bin')
    const key = await opened.blobOf(cut.id)
    truncateSync(join(app.directory, 'blobs', app.context.blobs.pathOf?.(key) ?? ''), 10)
    expect((await backup()).damaged_blobs).toBe(1)
    expect(await poolKeys(target)).not.toContain(key)
    expect(app.takeErrors()).toEqual([{ fields: { key }, message: expect.stringContaining('have changed') }])
    await opened.files.del(`/files/${cut.id}`)
  })

  test('to find bytes that an earlier one has names them, so that they are kept', async () => {
    const { app, backup, target, tries } = opened
    const lost = await opened.uploaded('lost.bin')
    const key = await opened.blobOf(lost.id)
    await backup()
    await app.context.blobs.remove(key)
    const created = await backup({ keep: 'all' })
    expect(blobKeysOf((await readAll(target, created.name)).sections)).toContain(key)
    expect(await poolKeys(target)).toContain(key)
    expect((await tries()).at(-1)?.error).toBeNull()
    expect(app.takeErrors()).toEqual([{ fields: { key }, message: expect.stringContaining('Backups have') }])
    await opened.files.del(`/files/${lost.id}`)
  })
})
