import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findOptional } from './programs.ts'
import { bureau, startServer } from './server.ts'

const root = join(import.meta.dirname, '..')
const analyze = findOptional('systemd-analyze')
const notify = findOptional('systemd-notify')
const python = findOptional('python3')

const directory = mkdtempSync(join(tmpdir(), 'bureau-systemd-'))
const unit = join(directory, 'bureau.service')

beforeAll(() => {
  const { username } = userInfo()
  const text = readFileSync(join(root, 'deploy/bureau.service'), 'utf8')
    // What the installation of docs/install.md creates.
    .replace('/usr/local/bin/bureau', bureau)
    .replace(/^Documentation=.*$/m, `Documentation=file:${root}/docs/install.md`)
    .replace('User=bureau', `User=${username}`)
    .replace('Group=bureau\n', '')
  writeFileSync(unit, text)
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const run = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(analyze as string, words, { encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe.skipIf(analyze === undefined)('the unit for systemd (systemd)', () => {
  test('passes systemd-analyze verify', () => {
    expect(run('verify', unit)).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  test('has an exposure of less than 2.0', () => {
    // The unit itself, because the user of the test may be root.
    const { status, stdout } = run(
      'security',
      '--offline=true',
      '--threshold=19',
      join(root, 'deploy/bureau.service'),
    )
    expect(stdout).toMatch(/Overall exposure level for bureau\.service: [01]\.\d/)
    expect(status).toBe(0)
  })
})

/** Prints each datagram on a line, as systemd would read it. */
const listener = `
import socket, sys
reader = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
reader.bind(sys.argv[1])
while True:
    text, descriptors, _, _ = socket.recv_fds(reader, 4096, 8)
    for descriptor in descriptors: socket.close(descriptor)
    print(text.decode(), flush=True)`

describe.skipIf(notify === undefined || python === undefined)('a server under systemd (systemd)', () => {
  test('reports that it is ready, alive, and stopping', async () => {
    const address = join(directory, 'notify')
    const child = spawn(python as string, ['-c', listener, address], { stdio: ['ignore', 'pipe', 'inherit'] })
    let heard = ''
    child.stdout.setEncoding('utf8').on('data', (text) => (heard += text))
    const server = await startServer({
      dataDir: join(directory, 'data'),
      env: { NOTIFY_SOCKET: address, WATCHDOG_USEC: '600000' },
    })
    await expect.poll(() => heard).toMatch(/^READY=1$/m)
    await expect.poll(() => heard).toMatch(/^WATCHDOG=1$/m)
    expect(heard).not.toContain('STOPPING')
    expect(await server.stop()).toBe(0)
    await expect.poll(() => heard).toMatch(/^STOPPING=1$/m)
    child.kill()
  })
})
