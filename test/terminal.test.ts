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
  await command(dataDir, 'numbers', 'add', '--phone', '+12025550100', '--carrier', 'simulator', '--pool')
  const text = ['--from', '+12025550123', '--body', 'A\u202Eb']
  await command(dataDir, 'sim', 'inbound', '--number', '1', ...text)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('text from outside', () => {
  test('never reaches a terminal as it is, in tables, in JSON or in errors', async () => {
    const shown = String.raw`A\u202Eb`
    expect((await run(['unrouted', 'list', '--data', dataDir])).stdout).toContain(shown)
    const json = (await run(['unrouted', 'list', '--json', '--data', dataDir])).stdout
    expect(json).toContain(shown)
    expect(json).not.toContain('\u202E')
    expect(JSON.stringify(JSON.parse(json))).toContain('"A\u202Eb"')
    const { stderr } = await run(['\u009B2J\u001B]0;title\u0007'])
    expect(stderr).toContain(String.raw`Unknown command "\u009B2J\u001B]0;title\u0007".`)
  })
})
