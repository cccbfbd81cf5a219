import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeInstallation } from './installation.ts'
import { command, run } from './server.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'bureau-terminal-'))
  await placeInstallation(dataDir)
  const names = ['--first-name', 'A\u202Eb', '--last-name', 'Lee']
  await command(dataDir, 'users', 'create', '--email', 'a@example.com', ...names)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('text from outside', () => {
  test('never reaches a terminal as it is, in tables, in JSON or in errors', async () => {
    const shown = String.raw`A\u202Eb`
    expect((await run(['users', 'list', '--data', dataDir])).stdout).toContain(`${shown} Lee`)
    const json = (await run(['users', 'list', '--json', '--data', dataDir])).stdout
    expect(json).toContain(shown)
    expect(JSON.parse(json)).toMatchObject({ users: [{ first_name: 'A\u202Eb' }] })
    const { stderr } = await run(['\u009B2J\u001B]0;title\u0007'])
    expect(stderr).toContain(String.raw`Unknown command "\u009B2J\u001B]0;title\u0007".`)
  })
})
