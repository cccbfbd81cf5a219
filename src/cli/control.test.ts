import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/harness.ts'
import { callServer } from './client.ts'
import { bareInstalled } from './commands.testing.ts'
import { type Control, startControl } from './control.ts'
import { controlSocketOf } from './control-path.ts'

let app: TestApp
let root: string
let open: Control[] = []

beforeAll(async () => {
  app = await testApp()
  root = realpathSync(mkdtempSync(join(tmpdir(), 'bureau-cli-')))
})

afterEach(async () => {
  for (const control of open) await control.close()
  open = []
})

afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

async function started(dataDir: string): Promise<Control> {
  const control = await startControl({
    installed: bareInstalled(dataDir),
    context: app.context,
    log: app.context.log,
  })
  open.push(control)
  return control
}

function directory(name: string): string {
  const path = join(root, name)
  mkdirSync(path)
  return path
}

/** What a socket answers until it is closed. */
function exchange(path: string, ...lines: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = createConnection(path)
    socket.on('data', (part: Buffer) => (text += part.toString('utf8')))
    socket.on('error', () => {})
    socket.once('close', () => resolve(text))
    for (const line of lines) socket.write(line)
  })
}

describe('the control socket', () => {
  test('runs a command and hands back what to print', async () => {
    const dataDir = directory('plain')
    await started(dataDir)
    expect(await callServer(dataDir, ['numbers', 'list', '--json'])).toEqual({
      exit: 0,
      stdout: '{"numbers":[]}\n',
      stderr: '',
    })
    expect(await callServer(dataDir, ['users', 'enable', '999'])).toEqual({
      exit: 1,
      stdout: '',
      stderr: 'bureau: User 999 does not exist.\n',
    })
    expect(await callServer(dataDir, ['users', 'frob'])).toMatchObject({ exit: 2 })
  })

  test('is for its own user alone, and gone after a stop', async () => {
    const dataDir = directory('mode')
    const control = await started(dataDir)
    expect(lstatSync(controlSocketOf(dataDir)).mode & 0o777).toBe(0o600)
    await control.close()
    expect(existsSync(controlSocketOf(dataDir))).toBe(false)
    expect(await callServer(dataDir, ['numbers', 'list'])).toBeUndefined()
  })

  test('is replaced when a killed server left one behind', async () => {
    const dataDir = directory('stale')
    const path = controlSocketOf(dataDir)
    const script = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
    spawnSync(process.execPath, ['-e', script])
    expect(lstatSync(path).isSocket()).toBe(true)
    expect(await callServer(dataDir, ['numbers', 'list'])).toBeUndefined()
    await started(dataDir)
    expect(await callServer(dataDir, ['numbers', 'list'])).toMatchObject({ exit: 0 })
  })

  test('is elsewhere when the path is too long for one', async () => {
    const dataDir = directory('d'.repeat(100))
    const control = await started(dataDir)
    expect(lstatSync(controlSocketOf(dataDir)).isSymbolicLink()).toBe(true)
    expect(await callServer(dataDir, ['numbers', 'list'])).toMatchObject({ exit: 0 })
    await control.close()
    expect(await callServer(dataDir, ['numbers', 'list'])).toBeUndefined()
  })

  test('takes many commands at once', async () => {
    const dataDir = directory('many')
    await started(dataDir)
    const names = ['--first-name', 'Many', '--last-name', 'Others', '--json']
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        callServer(dataDir, ['users', 'create', '--email', `many-${index}@example.com`, ...names]),
      ),
    )
    const ids = outcomes.map((outcome) => (JSON.parse(outcome?.stdout ?? '') as { id: number }).id)
    expect(new Set(ids).size).toBe(60)
  })

  test('answers a request that is too long or malformed with a failure, and goes on', async () => {
    const dataDir = directory('odd')
    await started(dataDir)
    const path = controlSocketOf(dataDir)
    const part = 'x'.repeat(256 * 1024)
    for (const lines of [
      Array.from({ length: 8 }, () => part),
      ['nonsense\n'],
      ['{"argv": [1]}\n'],
      ['null\n'],
    ])
      expect(JSON.parse(await exchange(path, ...lines))).toMatchObject({ exit: 2 })
    expect(await callServer(dataDir, ['numbers', 'list'])).toMatchObject({ exit: 0 })
  })

  test('does not wait for a silent client when it is closed', async () => {
    const dataDir = directory('silent')
    const control = await started(dataDir)
    const silent = exchange(controlSocketOf(dataDir))
    await callServer(dataDir, ['numbers', 'list'])
    await control.close()
    expect(await silent).toBe('')
  })
})
