import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { command, removeData, run, type Server, startServer } from './server.ts'
import { until } from './until.ts'

let root: string
let dataDir: string
let server: Server
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bureau-kill-export-'))
  dataDir = join(root, 'data')
  server = await startServer({ dataDir })
})
afterAll(async () => {
  await server.stop()
  await removeData(root)
})

const entries = (directory: string): Promise<string[]> => readdir(directory).catch(() => [])

describe('kill -9 of a server that exports a workspace', () => {
  test(
    'leaves the marker, and the next export into the directory is whole',
    { timeout: 60_000 },
    async () => {
      const person = ['--email', 'k@example.com', '--first-name', 'K', '--last-name', 'Nine']
      const user = await command<{ id: number; workspace_id: number }>(dataDir, 'users', 'create', ...person)
      const workspaceId = `${user.workspace_id}`
      const owned = ['--user', `${user.id}`, '--workspace', workspaceId, '--per-minute', '1000000']
      const made = await command<{ key: string }>(
        dataDir,
        'keys',
        'create',
        '--service',
        'files',
        '--scopes',
        '*',
        ...owned,
      )
      const api = async (path: string, body: FormData | object) => {
        const isForm = body instanceof FormData
        const response = await fetch(`${server.urls.files_origin_url}/api/v1${path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${made.key}`,
            ...(!isForm && { 'content-type': 'application/json' }),
          },
          body: isForm ? body : JSON.stringify(body),
        })
        expect(response.status).toBe(201)
        return ((await response.json()) as { data: { id: string } }).data.id
      }
      const all = await api('/folders', { name: 'All' })
      const folder = await api('/folders', { name: 'Folder', parent_id: all })
      for (let index = 0; index < 20; index++) {
        const form = new FormData()
        form.set('parent_id', folder)
        form.set('file', new Blob([`file ${index}`]), `${index}.txt`)
        await api('/files', form)
      }
      for (let copies = 1; copies < 10; copies++) await api(`/files/${folder}/copy`, {})
      for (let copies = 1; copies < 7; copies++) await api(`/files/${all}/copy`, {})

      const directory = join(root, 'export')
      const words = ['workspaces', 'export', workspaceId, directory, '--data', dataDir]
      const killed = run(words)
      await until(async () => (await entries(join(directory, 'files/All/Folder'))).length > 5)
      await server.kill()
      expect((await killed).code).not.toBe(0)
      const left = await entries(directory)
      expect(left).toContain('export.partial')
      expect(left).not.toContain('workspace.json')

      server = await startServer({ dataDir })
      const { code, stderr } = await run(words)
      expect([code, stderr]).toEqual([0, ''])
      const whole = await entries(directory)
      expect(whole).toContain('workspace.json')
      expect(whole).not.toContain('export.partial')
      const lines = (await readFile(join(directory, 'files.jsonl'), 'utf8')).split('\n').slice(0, -1)
      expect(lines).toHaveLength(7 * (1 + 10 * 21))
      for (const line of lines) expect(JSON.parse(line)).toMatchObject({ state: 'exported' })
      expect(await readFile(join(directory, 'files/All/Folder/7.txt'), 'utf8')).toBe('file 7')
    },
  )
})
