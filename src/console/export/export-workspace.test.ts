import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient, type Shown } from '../../../test/files-client.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import type { Context } from '../../api/context.ts'
import { sweepBlobs } from '../../files/blob/sweep-blobs.ts'
import { findAnyWorkspace } from '../../identity/workspace/store.ts'
import { sql } from '../../platform/database/sql.ts'
import { exportWorkspace, type ExportOptions } from './export-workspace.ts'

let app: TestApp
let root: string
beforeAll(async () => {
  app = await testApp()
  root = await realpath(await mkdtemp(join(tmpdir(), 'bureau-export-')))
})
afterAll(async () => {
  await app.close()
  await rm(root, { recursive: true })
})

let directories = 0
const newDirectory = () => join(root, String(++directories))

async function workspace() {
  const tenant = await app.tenant()
  const files = filesClient(app, (await tenant.key('files')).key)
  return { tenant, files }
}

async function exported(
  tenant: Tenant,
  { context = app.context, ...more }: Partial<ExportOptions> & { context?: Context } = {},
) {
  const row = await findAnyWorkspace(app.context.database, tenant.workspaceId)
  if (!row) throw new Error('The workspace is gone.')
  const directory = more.directory ?? newDirectory()
  const done = await exportWorkspace(context, {
    workspace: row,
    cwd: root,
    signal: new AbortController().signal,
    record: () => Promise.resolve(),
    progress: () => undefined,
    ...more,
    directory,
  })
  const lines = (await readFile(join(directory, 'files.jsonl'), 'utf8')).split('\n').slice(0, -1)
  const items = lines.map((line) => JSON.parse(line) as Shown)
  return { ...done, items, item: (id: string) => items.find((each) => each.id === id) }
}

/** A store that does some work when the export reads the first file. */
const during = (work: () => Promise<unknown>): Context => {
  let worked: Promise<unknown> | undefined
  const { blobs } = app.context
  return {
    ...app.context,
    blobs: {
      ...blobs,
      borrow: async (key, range) => {
        await (worked ??= work())
        return blobs.borrow(key, range)
      },
    },
  }
}

const blobOf = async (id: string): Promise<string> =>
  (
    await app.context.database.one<{ blob_key: string }>(
      sql`select /* test */ blob_key from files.file where id = ${id}`,
    )
  ).blob_key

const large = Buffer.alloc(300_000, 'large')

describe('an export', () => {
  test('lists a file that is deleted meanwhile as gone, and has the others', async () => {
    const { tenant, files } = await workspace()
    const kept = await files.file('kept', 'a.txt')
    const gone = [await files.file('small', 'b.txt'), await files.file(large, 'c.bin')]
    const {
      items,
      item,
      files: counts,
    } = await exported(tenant, {
      context: during(async () => {
        for (const { id } of gone) await files.del(`/files/${id}`)
        await sweepBlobs.run({}, app.context)
      }),
    })
    expect(counts).toEqual({ files: 1, folders: 0, bytes: 4, gone: 2, missing: 0, damaged: 0 })
    expect(item(kept.id)).toMatchObject({ path: 'files/a.txt', state: 'exported' })
    for (const { id } of gone) expect(item(id)).toMatchObject({ path: null, state: 'gone' })
    expect(items).toHaveLength(3)
    expect(await readdir(join(root, String(directories), 'files'))).toEqual(['a.txt'])
  })

  test('has files that are renamed, moved, or repacked meanwhile as they were listed', async () => {
    const { tenant, files } = await workspace()
    const folder = await files.folder('Folder')
    const moved = await files.file('moved', 'moved.txt')
    const renamed = await files.file('renamed', 'renamed.txt', folder.id)
    const repacked = await files.file('repacked', 'repacked.txt')
    const { item } = await exported(tenant, {
      context: during(async () => {
        await files.patch(`/files/${moved.id}`, { parent_id: folder.id })
        await files.patch(`/files/${renamed.id}`, { name: 'other.txt' })
        await files.file('new', 'new.txt')
        // As repacking does: the same bytes under another key.
        const [old, key] = [await blobOf(repacked.id), `inline-${'x'.repeat(32)}`]
        await app.context.database.transaction(async (tx) => {
          await tx.run(sql`
            insert /* test */ into files.blob (key, workspace_id, state, size, sha256, crc32, bytes, created_at, touched_at)
            select ${key}, workspace_id, state, size, sha256, crc32, bytes, created_at, touched_at
            from files.blob where key = ${old}`)
          await tx.run(sql`update /* test */ files.file set blob_key = ${key} where id = ${repacked.id}`)
          await tx.run(sql`delete /* test */ from files.blob where key = ${old}`)
        })
      }),
    })
    const path = (id: string) => item(id)?.['path']
    expect([path(moved.id), path(renamed.id), path(repacked.id)]).toEqual([
      'files/moved.txt',
      'files/Folder/renamed.txt',
      'files/repacked.txt',
    ])
    const directory = join(root, String(directories))
    expect(await readFile(join(directory, 'files/repacked.txt'), 'utf8')).toBe('repacked')
    expect(await readFile(join(directory, 'files/Folder/renamed.txt'), 'utf8')).toBe('renamed')
    expect(await readdir(join(directory, 'files'))).not.toContain('new.txt')
  })

  test('says which files the blob store lost or damaged', async () => {
    const { tenant, files } = await workspace()
    const lost = await files.file(large, 'lost.bin')
    const damaged = await files.file('damaged', 'damaged.txt')
    await files.file('whole', 'whole.txt')
    await app.context.blobs.remove(await blobOf(lost.id))
    await app.context.database.run(sql`
      update /* test */ files.blob set bytes = 'DAMAGED' where key = ${await blobOf(damaged.id)}`)
    const { item, files: counts } = await exported(tenant)
    expect(counts).toMatchObject({ files: 2, missing: 1, damaged: 1 })
    expect(item(lost.id)).toMatchObject({ path: null, state: 'missing' })
    expect(item(damaged.id)).toMatchObject({ path: 'files/damaged.txt', state: 'damaged' })
  })

  test('has files whose SHA-256 is not known yet, with that of their bytes', async () => {
    const { tenant, files } = await workspace()
    const { id } = await files.file('abc', 'a.txt')
    await app.context.database.run(
      sql`update /* test */ files.blob set sha256 = null where key = ${await blobOf(id)}`,
    )
    const { item } = await exported(tenant)
    expect(item(id)).toMatchObject({
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      state: 'exported',
    })
  })

  test('that is interrupted keeps its marker, and starts over', async () => {
    const { tenant, files } = await workspace()
    for (let index = 0; index < 20; index++) await files.file(String(index), `${index}.txt`)
    const directory = newDirectory()
    const stop = new AbortController()
    const interrupted = exported(tenant, {
      directory,
      signal: stop.signal,
      progress: ({ step, done }) => {
        if (step === 'Copying files' && done > 5) stop.abort(new Error('stopped'))
      },
    })
    await expect(interrupted).rejects.toThrow('stopped')
    expect(await readdir(directory)).toContain('export.partial')
    await files.file('later', 'later.txt')
    const { files: counts } = await exported(tenant, { directory })
    expect(counts.files).toBe(21)
    expect(await readdir(directory)).not.toContain('export.partial')
  })

  test('never runs twice into one directory', async () => {
    const { tenant, files } = await workspace()
    await files.file('x', 'x.txt')
    const directory = newDirectory()
    await exported(tenant, {
      directory,
      context: during(() =>
        expect(exported(tenant, { directory })).rejects.toThrow(
          `An export into ${directory} is running already. Name another directory.`,
        ),
      ),
    })
  })

  test('says how far it is', async () => {
    const { tenant, files } = await workspace()
    await files.file(large, 'x.txt')
    const steps = new Map<string, object>()
    await exported(tenant, { progress: ({ step, ...how }) => void steps.set(step, how) })
    expect(steps.get('Writing members.jsonl')).toEqual({ done: 1, unit: 'items' })
    expect(steps.get('Copying files')).toEqual({ done: 300_000, total: 300_000, unit: 'bytes' })
  })

  test('says that the database is away, and reads nothing before it is recorded', async () => {
    const { tenant } = await workspace()
    const context: Context = {
      ...app.context,
      connect: async () => {
        const client = await app.context.connect()
        const query = client.query.bind(client)
        const terminate = sql`select /* test */ pg_terminate_backend(${Reflect.get(client, 'processID')}::int, 5000)`
        return Object.assign(client, {
          query: async (text: string) => {
            await app.context.database.run(terminate)
            return query(text)
          },
        })
      },
    }
    await expect(exported(tenant, { context })).rejects.toThrow('The database does not answer. Check it')
    const record = () => Promise.reject(new Error('no record'))
    await expect(exported(tenant, { record })).rejects.toThrow('no record')
    expect(await readdir(join(root, String(directories)))).toEqual(['export.partial'])
  })

  const mountable = process.platform === 'linux' && process.getuid?.() === 0
  test.skipIf(!mountable)(
    'onto a full disk is one sentence, and starts over with more space (needs the right to mount)',
    async () => {
      const { tenant, files } = await workspace()
      await files.file(Buffer.alloc(3_000_000, 'x'), 'x.bin')
      const disk = newDirectory()
      await mkdir(disk)
      const mount = (...options: readonly string[]) =>
        expect(spawnSync('mount', [...options, disk]).status).toBe(0)
      mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs')
      try {
        await expect(exported(tenant, { directory: disk })).rejects.toThrow(
          `The disk of ${disk} is full. Free some space and run the command again. It starts over.`,
        )
        expect(await readdir(disk)).toContain('export.partial')
        mount('-o', 'remount,size=16m')
        expect((await exported(tenant, { directory: disk })).files.files).toBe(1)
      } finally {
        spawnSync('umount', ['-l', disk])
      }
    },
  )
})
