import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient, refusalOf, type Shown } from '../../../test/files-client.ts'
import { testApp, type Answer, type Tenant, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { complaintsAbout, contentsOf } from '../../platform/zip/readers.testing.ts'
import { setQuota } from '../public.ts'
import { archiveLimit } from '../limits.ts'

type Client = ReturnType<typeof filesClient>

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

interface Account {
  readonly tenant: Tenant
  readonly files: Client
}

/** A tenant of its own, because compressions are limited for each key and person. */
async function account(): Promise<Account> {
  const tenant = await app.tenant()
  return { tenant, files: filesClient(app, (await tenant.key('files')).key) }
}

const compress = (files: Client, id: string): Promise<Answer> => files.call('POST', `/files/${id}/compress`)

const archiveIn = async (files: Client, answer: Answer): Promise<Buffer> => {
  expect([answer.status, answer.text]).toEqual([201, expect.anything()])
  return (await files.get(`/files/${dataOf(answer).id}/content`)).bytes
}

const text = Buffer.from(
  Array.from({ length: 120_000 }, (_, line) => `${line * 37} lines of text\n`).join(''),
)

const blobRows = async (workspaceId: number) =>
  (
    await app.context.database.one<{ count: number }>(sql`
      select count(*) from files.blob where workspace_id = ${workspaceId}`)
  ).count

describe('compressFile of a folder', () => {
  let files: Client
  let tenant: Tenant
  let folder: Shown
  let answer: Answer
  const contents: Record<string, string> = {}

  beforeAll(async () => {
    const made = await account()
    files = made.files
    tenant = made.tenant
    const above = await files.folder('above')
    folder = await files.folder('Büro', above.id)
    const inner = await files.folder('inner', folder.id)
    await files.folder('empty', folder.id)
    contents['empty/'] = ''
    const noise = randomBytes(900_000)
    const samples: Record<string, Buffer> = {
      'small.txt': text.subarray(0, 5000),
      'nothing.txt': Buffer.alloc(0),
      'noise.bin': noise,
      'small noise.bin': noise.subarray(0, 3000),
      'picture.jpg': text.subarray(0, 700_000),
      'large.txt': text,
      'mixed.bin': Buffer.concat([text.subarray(0, 600_000), noise, text.subarray(0, 1_000_001)]),
      'a block.txt': text.subarray(0, 524_288),
      'two blocks.txt': text.subarray(0, 1_048_576),
    }
    for (const [name, bytes] of Object.entries(samples)) {
      await files.file(bytes, name, inner.id)
      contents[`inner/${name}`] = bytes.toString('latin1')
    }
    answer = await compress(files, folder.id)
  })

  test('answers 201 with the archive as a private file next to it', async () => {
    const archive = dataOf(answer)
    expect([answer.status, archive]).toEqual([
      201,
      expect.objectContaining({
        type: 'file',
        name: 'Büro.zip',
        parent_id: folder['parent_id'],
        mime_type: 'application/zip',
        extension: 'zip',
        share_status: 'private',
      }),
    ])
    expect(dataOf(await files.get(`/files/${archive.id}`))).toEqual(archive)
  })

  test('includes the whole folder, readable for every program', async () => {
    const archive = await archiveIn(files, answer)
    expect(archive.length).toBe(dataOf(answer)['size'])
    expect(complaintsAbout(archive)).toEqual([])
    expect(Object.fromEntries(await contentsOf(archive))).toEqual(contents)
  })

  test('compresses data that gets smaller', async () => {
    const { files: others } = await account()
    const file = await others.file(text, 'x.txt')
    expect(Number(dataOf(await compress(others, file.id))['size'])).toBeLessThan(text.length / 3)
    const noise = await others.file(randomBytes(600_000), 'x.bin')
    expect(Number(dataOf(await compress(others, noise.id))['size'])).toBeLessThan(600_300)
    // Pictures and the like are not even tried.
    const picture = await others.file(text, 'x.JPG')
    expect(Number(dataOf(await compress(others, picture.id))['size'])).toBeGreaterThan(text.length)
  })

  test('fires file.created in the transaction that makes the archive', async () => {
    const events = await app.context.database.rows(sql`
      select name, data from platform.event
      where workspace_id = ${tenant.workspaceId} order by id desc limit 1`)
    expect(events).toEqual([{ name: 'file.created', data: dataOf(answer) }])
  })

  test('charges the archive to the quota', async () => {
    const { files: others } = await account()
    const file = await others.file(text, 'x.txt')
    const { size } = dataOf(await compress(others, file.id)) as unknown as { size: number }
    expect(dataOf(await others.get('/storage'))).toMatchObject({ used: text.length + size, file_count: 2 })
  })
})

describe('compressFile', () => {
  test('of a file makes an archive of that file', async () => {
    const { files } = await account()
    const file = await files.file('hello', 'note.txt')
    const answer = await compress(files, file.id)
    expect(dataOf(answer)).toMatchObject({ name: 'note.txt.zip', parent_id: null })
    expect([...(await contentsOf(await archiveIn(files, answer)))]).toEqual([['note.txt', 'hello']])
  })

  test('of an empty folder makes an empty archive', async () => {
    const { files } = await account()
    const archive = await archiveIn(files, await compress(files, (await files.folder('empty')).id))
    expect([...(await contentsOf(archive))]).toEqual([])
  })

  test('of something with a name of 255 characters shortens it', async () => {
    const { files } = await account()
    const file = await files.file('x', 'ü'.repeat(255))
    expect(dataOf(await compress(files, file.id))['name']).toBe(`${'ü'.repeat(251)}.zip`)
  })

  test('is compress_failed when the archive would have a blocked name', async () => {
    const { files } = await account()
    const folder = await files.folder('setup.exe')
    expect(refusalOf(await compress(files, folder.id))).toEqual([400, 'compress_failed'])
  })

  test('of an unknown id, or of another tenant’s item, is not_found', async () => {
    const { files } = await account()
    const foreign = await (await account()).files.file('x', 'x')
    for (const id of ['zzzzzzzz', 'nope', foreign.id]) {
      expect(refusalOf(await compress(files, id))).toEqual([404, 'not_found'])
    }
  })

  test('of the scope folder of the key is out_of_scope, outside of it not_found', async () => {
    const { tenant, files } = await account()
    const scope = await files.folder('scope')
    const inside = await files.file('x', 'x', scope.id)
    const outside = await files.file('x', 'x')
    const scoped = filesClient(app, (await tenant.key('files', { folderId: scope.id })).key)
    expect(refusalOf(await compress(scoped, scope.id))).toEqual([403, 'out_of_scope'])
    expect(refusalOf(await compress(scoped, outside.id))).toEqual([404, 'not_found'])
    expect(dataOf(await compress(scoped, inside.id))).toMatchObject({ parent_id: scope.id })
  })

  test('of a folder of more than 10,000 items is too_many_items', async () => {
    const { tenant, files } = await account()
    const folder = await files.folder('full')
    const add = (from: number, to: number) =>
      app.context.database.run(sql`
        insert into files.file
          (id, workspace_id, parent_id, type, name, folded_name, size, created_at, updated_at)
        select
          left(md5(${folder.id}), 3) || lpad(number::text, 5, '0'), ${tenant.workspaceId}, ${folder.id}, 'folder', 'f' || number,
          'f' || number, 0, ${app.clock.now()}, ${app.clock.now()}
        from generate_series(${from}::int, ${to}::int) number`)
    await add(1, 10_000)
    expect((await compress(files, folder.id)).status).toBe(201)
    await add(10_001, 10_001)
    expect(refusalOf(await compress(files, folder.id))).toEqual([413, 'too_many_items'])
  })

  test('of more than 10 GB is too_large', async () => {
    const { tenant, files } = await account()
    await setQuota(app.context, { workspaceId: tenant.workspaceId, limitBytes: null })
    const file = await files.file('x', 'x')
    await app.context.database.run(
      sql`update files.file set size = ${10 * 1024 ** 3 + 1} where id = ${file.id}`,
    )
    expect(refusalOf(await compress(files, file.id))).toEqual([413, 'too_large'])
  })

  test('of a path too long for an archive is compress_failed', async () => {
    const { files } = await account()
    const top = await files.folder('deep')
    let { id } = top
    for (let depth = 0; depth < 65; depth++) id = (await files.folder('😀'.repeat(255), id)).id
    expect(refusalOf(await compress(files, top.id))).toEqual([400, 'compress_failed'])
  })

  test('is rate_limited after 30 in 10 minutes for a key, 60 for a person', async () => {
    expect(archiveLimit).toMatchObject({ windowSeconds: 600, perCredentialMax: 30, perUserMax: 60 })
    const { tenant, files } = await account()
    const file = await files.file('', 'empty')
    const calls = async (client: Client, count: number) => {
      for (let call = 0; call < count; call++) expect((await compress(client, file.id)).status).toBe(201)
      return compress(client, file.id)
    }
    const refused = await calls(files, 30)
    expect([...refusalOf(refused), Number(refused.headers['retry-after']) > 0]).toEqual([
      429,
      'rate_limited',
      true,
    ])
    await calls(filesClient(app, (await tenant.key('files')).key), 30)
    const third = filesClient(app, (await tenant.key('files')).key)
    expect(refusalOf(await compress(third, file.id))).toEqual([429, 'rate_limited'])
  })
})

describe('the quota', () => {
  test('that does not fit the quota is quota_exceeded', async () => {
    const { tenant, files } = await account()
    const file = await files.file(text, 'x.txt')
    await setQuota(app.context, { workspaceId: tenant.workspaceId, limitBytes: 2 * text.length - 1 })
    expect(refusalOf(await compress(files, file.id))).toEqual([413, 'quota_exceeded'])
    await setQuota(app.context, { workspaceId: tenant.workspaceId, limitBytes: 2 * text.length })
    expect((await compress(files, file.id)).status).toBe(201)
  })

  test('counts the size of the archive itself', async () => {
    const { tenant, files } = await account()
    const file = await files.file('', 'empty')
    await setQuota(app.context, { workspaceId: tenant.workspaceId, limitBytes: 100 })
    expect(refusalOf(await compress(files, file.id))).toEqual([413, 'quota_exceeded'])
    expect(await blobRows(tenant.workspaceId)).toBe(1)
  })

  test('is not exceeded by several at once', async () => {
    const { tenant, files } = await account()
    const file = await files.file(randomBytes(100_000), 'x.bin')
    await setQuota(app.context, { workspaceId: tenant.workspaceId, limitBytes: 350_000 })
    const answers = await Promise.all(Array.from({ length: 6 }, () => compress(files, file.id)))
    expect(answers.filter(({ status }) => status === 201).length).toBe(2)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 413]))
    expect(dataOf(await files.get('/storage'))).toMatchObject({ file_count: 3 })
    expect(await blobRows(tenant.workspaceId)).toBe(3)
  })
})
