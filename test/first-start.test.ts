import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { placeInstallation } from './installation.ts'
import { anyPorts, bureau, run, startServer } from './server.ts'
import { until } from './until.ts'

const root = mkdtempSync(join(tmpdir(), 'bureau-first-start-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function directory(name: string): Promise<string> {
  const dataDir = join(root, name)
  mkdirSync(dataDir)
  await placeInstallation(dataDir)
  return dataDir
}

describe('the first start', { timeout: 60_000 }, () => {
  test('has its keys before the server says that it is ready', async () => {
    const dataDir = await directory('ready')
    const port = await freePort()
    const env = { ...process.env, ...anyPorts, BUREAU_OPERATIONS_PORT: `${port}` }
    const child = spawn(bureau, ['serve', '--data', dataDir], { env, stdio: 'ignore' })
    const statusOf = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status,
        () => 0,
      )
    let status = 0
    while (status !== 200) status = await statusOf()
    expect(existsSync(join(dataDir, 'first-run.txt'))).toBe(true)
    child.kill('SIGINT')
    await once(child, 'exit')
  })

  test('does not lose its keys when a port is taken', async () => {
    const dataDir = await directory('taken')
    const env = { ...anyPorts, BUREAU_OPERATIONS_PORT: '1', BUREAU_OPERATIONS_HOST: '192.0.2.1' }
    expect(await run(['serve', '--data', dataDir], env)).toMatchObject({ code: 1 })
    expect(existsSync(join(dataDir, 'first-run.txt'))).toBe(false)
  })
})

describe('a start with another secret key', { timeout: 60_000 }, () => {
  test('is refused in one line, and possible again with the old key behind the new one', async () => {
    const dataDir = await directory('sealed')
    const [one, two] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string]
    const first = await startServer({ dataDir, env: { BUREAU_SECRET_KEY: one } })
    expect(await first.stop()).toBe(0)
    for (const roles of ['gateway,files,sms,phones,worker', 'worker']) {
      const env = { ...anyPorts, BUREAU_SECRET_KEY: two }
      const { code, stderr } = await run(['serve', '--data', dataDir, '--roles', roles], env)
      const said = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
      expect([code, said]).toEqual([1, [expect.stringMatching(/another key\. Set BUREAU_SECRET_KEY to/)]])
    }
    const both = await startServer({ dataDir, env: { BUREAU_SECRET_KEY: `${two},${one}` } })
    expect(await both.stop()).toBe(0)
    // The key file of another installation.
    writeFileSync(join(dataDir, 'secret.key'), `${one}\n`, { mode: 0o600 })
    expect(await run(['serve', '--data', dataDir], anyPorts)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('BUREAU_SECRET_KEY'),
    })
    await until(() => !existsSync(join(dataDir, 'server.pid')))
  })
})
