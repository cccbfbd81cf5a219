import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient } from '../../../../test/files-client.ts'
import { memberOf, groupOf, textTo } from '../../../../test/sms-group.ts'
import { newPhone, simulatorNumber, smsAccount } from '../../../../test/sms-account.ts'
import type { Tenant } from '../../../../test/harness.ts'
import { drawWebhookId, insertWebhook } from '../../../webhooks/webhook/store.ts'
import { commandLine, type CommandLine } from '../../commands.testing.ts'

let line: CommandLine
let root: string
beforeAll(async () => {
  line = await commandLine()
  root = await realpath(await mkdtemp(join(tmpdir(), 'bureau-export-')))
})
afterAll(async () => {
  await line.close()
  await rm(root, { recursive: true })
})

type Row = Readonly<Record<string, unknown>>

const linesOf = async (directory: string, list: string): Promise<Row[]> =>
  (await readFile(join(directory, `${list}.jsonl`), 'utf8'))
    .split('\n')
    .slice(0, -1)
    .map((text) => JSON.parse(text) as Row)

const filesOf = async (tenant: Tenant) => filesClient(line.app, (await tenant.key('files')).key)

const webhookOf = (tenant: Tenant) =>
  line.context.database.transaction(async (tx) => {
    const id = await drawWebhookId(tx)
    const settings = { name: 'Hook', url: 'https://hooks.example/', events: ['*'], active: true }
    const { workspaceId, userId: createdBy } = tenant
    return insertWebhook(tx, { ...settings, id, workspaceId, createdBy, sealedSecret: Buffer.from('sealed') })
  })

let exports = 0
const newDirectory = () => join(root, `export-${++exports}`)

/** All files beneath a directory, with slashes. */
const treeOf = async (directory: string): Promise<string[]> =>
  (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .toSorted()

const exportOf = async (tenant: Tenant, directory = newDirectory()) => {
  const done = await line.printed('workspaces', 'export', tenant.workspaceId, directory)
  return { directory, done, items: await linesOf(directory, 'files') }
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('workspaces export', () => {
  test('writes the files as a tree, and a line for each item', async () => {
    const tenant = await line.app.tenant()
    const files = await filesOf(tenant)
    const folder = await files.folder('Reports')
    const inside = await files.folder('2026', folder.id)
    await files.folder('Empty')
    const large = Buffer.alloc(3_000_000, 'x')
    const stored = await files.file(large, 'large.bin', inside.id)
    await files.file('small', 'small.txt')
    await files.file('', 'empty.txt')
    const { directory, done, items } = await exportOf(tenant)
    expect(done).toMatchObject({
      id: tenant.workspaceId,
      directory,
      files: { files: 3, folders: 3, bytes: 3_000_005, gone: 0, missing: 0, damaged: 0 },
    })
    expect(await treeOf(join(directory, 'files'))).toEqual([
      'Reports/2026/large.bin',
      'empty.txt',
      'small.txt',
    ])
    expect(await readFile(join(directory, 'files/Reports/2026/large.bin'))).toEqual(large)
    expect(await readdir(join(directory, 'files/Empty'))).toEqual([])
    expect(items.find(({ id }) => id === stored.id)).toEqual({
      ...stored,
      path: 'files/Reports/2026/large.bin',
      sha256: sha256(large),
      state: 'exported',
    })
    expect(items).toHaveLength(6)
    const { mtime } = await stat(join(directory, 'files/small.txt'))
    expect(mtime.toISOString().slice(0, 19)).toBe(String(stored['updated_at']).replace(' ', 'T'))
  })

  test('is for its own user only, and has no marker when it is whole', async () => {
    const tenant = await line.app.tenant()
    await (await filesOf(tenant)).file('x', 'x.txt')
    const { directory } = await exportOf(tenant)
    const modes = await Promise.all(
      ['', 'files', 'files.jsonl', 'files/x.txt', 'workspace.json'].map(
        async (name) => (await stat(join(directory, name))).mode & 0o777,
      ),
    )
    expect(modes).toEqual([0o700, 0o700, 0o600, 0o600, 0o600])
    expect((await readdir(directory)).filter((name) => /partial|listed/.test(name))).toEqual([])
    const about = JSON.parse(await readFile(join(directory, 'workspace.json'), 'utf8')) as Row
    expect(about).toMatchObject({
      format: 1,
      workspace: { id: tenant.workspaceId, type: 'org' },
      files: { files: 1 },
      lists: { members: 1, messages: 0 },
    })
  })

  test('has names that every file system can hold', async () => {
    const tenant = await line.app.tenant()
    const files = await filesOf(tenant)
    const names = [
      'a:b?.txt',
      'CON',
      'dots..',
      'שלום.txt',
      '👨‍👩‍👧.txt',
      '𝒜'.repeat(255),
      'a~00000000.txt',
      'two\u{2028}lines\u{2029}.txt',
    ]
    const made = new Map<string, string>()
    for (const name of names) made.set(name, (await files.file(name, name)).id)
    const { directory, items } = await exportOf(tenant)
    for (const name of names) {
      const item = items.find(({ id }) => id === made.get(name))
      expect(item?.['name']).toBe(name)
      expect(await readFile(join(directory, String(item?.['path'])), 'utf8')).toBe(name)
    }
    expect(await readdir(join(directory, 'files'))).toEqual(expect.arrayContaining(['שלום.txt', '👨‍👩‍👧.txt']))
    expect(await readdir(join(directory, 'files'))).toHaveLength(names.length)
  })

  test('has both of two items whose names are equal but for case', async () => {
    const tenant = await line.app.tenant()
    const files = await filesOf(tenant)
    const given = ['Straße.txt', 'STRASSE.TXT', 'strasse.txt']
    for (const name of given) await files.file(name, name)
    const folder = await files.folder('straSSe.txt')
    await files.file('inside', 'inside.txt', folder.id)
    const { directory, items } = await exportOf(tenant)
    const paths = items.map(({ path }) => String(path).toLowerCase())
    expect(new Set(paths).size).toBe(5)
    for (const item of items.filter(({ type }) => type === 'file'))
      expect(await readFile(join(directory, String(item['path'])), 'utf8')).toMatch(
        item['name'] === 'inside.txt' ? 'inside' : String(item['name']),
      )
  })

  test('has folders a hundred levels deep with names of 1,020 bytes', async () => {
    const tenant = await line.app.tenant()
    const files = await filesOf(tenant)
    const name = '𝒜'.repeat(255)
    let parent: string | undefined
    for (let level = 1; level <= 99; level++) parent = (await files.folder(name, parent)).id
    const deepest = await files.file('deep', `${name.slice(0, -8)}.txt`, parent)
    const { directory, items } = await exportOf(tenant)
    const path = String(items.find(({ id }) => id === deepest.id)?.['path'])
    expect(Buffer.byteLength(path)).toBeLessThan(1300)
    expect(await readFile(join(directory, path), 'utf8')).toBe('deep')
    expect(items).toHaveLength(100)
  })

  test('writes the lists in the shapes of the APIs, without secrets', async () => {
    const account = await smsAccount(line.app)
    const { tenant } = account
    const { group, number } = await groupOf(line.app, account)
    const phone = newPhone()
    await simulatorNumber(line.app)
    const { body } = await account.send({ to: phone, body: 'Hello' })
    await textTo(line.app, number, memberOf(group, 'Ann').phone, 'STOP')
    const files = await filesOf(tenant)
    const { id } = await files.file('x', 'shared.txt')
    await files.post('/shares', { file_id: id, password: 'correct horse' })
    const { key } = await tenant.key('files')
    await webhookOf(tenant)
    await files.file('y', 'told.txt')
    const { directory } = await exportOf(tenant)
    const messages = await linesOf(directory, 'messages')
    expect(messages).toContainEqual((await account.message(body.messages[0]?.id ?? 0)).body.message)
    expect(messages.find(({ direction }) => direction === 'in')).toMatchObject({ body: 'STOP' })
    expect(await linesOf(directory, 'groups')).toEqual(
      (await account.get<{ groups: unknown[] }>('/groups')).body.groups,
    )
    expect(await linesOf(directory, 'opt-outs')).toMatchObject([{ phone: memberOf(group, 'Ann').phone }])
    expect(await linesOf(directory, 'members')).toMatchObject([{ user_id: tenant.userId, role: 'owner' }])
    const prefixes = (await linesOf(directory, 'keys')).map((row) => String(row['prefix']))
    expect(prefixes.some((prefix) => key.startsWith(prefix))).toBe(true)
    expect(await linesOf(directory, 'shares')).toMatchObject([
      { file_id: id, share_password_protected: true, shared_by: tenant.userId },
    ])
    const webhooks = await linesOf(directory, 'webhooks')
    expect(webhooks).toMatchObject([{ name: 'Hook', events: ['*'] }])
    expect(await linesOf(directory, 'deliveries')).toMatchObject([
      { webhook_id: webhooks[0]?.['id'], event: 'file.created', status: 'pending' },
    ])
    expect(await linesOf(directory, 'usage')).toMatchObject([{ texts: 1 }])
    expect(await linesOf(directory, 'audit')).toContainEqual(
      expect.objectContaining({ action: 'workspace.export', actor: 'operator' }),
    )
    const whole = (
      await Promise.all((await treeOf(directory)).map((each) => readFile(join(directory, each), 'utf8')))
    ).join('')
    for (const secret of [key, 'correct horse', 'argon2', 'digest', 'secret"', 'share_password_hash'])
      expect(whole).not.toContain(secret)
  })

  test('says that a workspace does not exist', async () => {
    expect(await line.refusal('workspaces', 'export', 987_654, newDirectory())).toBe(
      'bureau: Workspace 987654 does not exist.\n',
    )
  })
})

describe('the directory of workspaces export', () => {
  test('is relative to the caller, and is made', async () => {
    const tenant = await line.app.tenant()
    const { directory } = await line.printed('workspaces', 'export', tenant.workspaceId, 'new/one')
    expect(directory).toBe(join(await realpath(line.context.cwd), 'new/one'))
  })

  test('is not a file, and not one with files', async () => {
    const tenant = await line.app.tenant()
    const refusal = (directory: string) => line.refusal('workspaces', 'export', tenant.workspaceId, directory)
    const file = newDirectory()
    await writeFile(file, '')
    expect(await refusal(file)).toBe(`bureau: ${file} is a file. Name a directory that is new or empty.\n`)
    const taken = newDirectory()
    await mkdir(taken)
    await writeFile(join(taken, 'mine'), '')
    expect(await refusal(taken)).toBe(
      `bureau: ${taken} is not empty. Name a directory that is new or empty.\n`,
    )
    expect(await readdir(taken)).toEqual(['mine'])
    const { directory } = await exportOf(tenant)
    expect(await refusal(directory)).toContain('is not empty')
  })

  test('with an interrupted export of the same workspace starts over, and follows no link', async () => {
    const tenant = await line.app.tenant()
    await (await filesOf(tenant)).file('x', 'x.txt')
    const outside = newDirectory()
    await mkdir(outside)
    await writeFile(join(outside, 'kept'), 'kept')
    const directory = newDirectory()
    await mkdir(directory)
    await writeFile(join(directory, 'export.partial'), `${tenant.workspaceId}\n`)
    await symlink(outside, join(directory, 'files'))
    await symlink(join(outside, 'kept'), join(directory, 'messages.jsonl'))
    await exportOf(tenant, directory)
    expect(await readdir(outside)).toEqual(['kept'])
    expect(await readFile(join(outside, 'kept'), 'utf8')).toBe('kept')
    expect(await readFile(join(directory, 'files/x.txt'), 'utf8')).toBe('x')
    expect(await readdir(directory)).not.toContain('export.partial')
  })

  test('with an interrupted export of another workspace, or with other files, is refused', async () => {
    const tenant = await line.app.tenant()
    const directory = newDirectory()
    await mkdir(directory)
    await writeFile(join(directory, 'export.partial'), '3\n')
    const refusal = () => line.refusal('workspaces', 'export', tenant.workspaceId, directory)
    expect(await refusal()).toContain('has an interrupted export of workspace 3.')
    await writeFile(join(directory, 'export.partial'), `${tenant.workspaceId}\n`)
    await writeFile(join(directory, 'mine'), '')
    expect(await refusal()).toContain('has an interrupted export and also "mine".')
    expect(await readdir(directory)).toEqual(['export.partial', 'mine'])
  })
})
