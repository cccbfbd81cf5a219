import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { DataDirectoryTaken, openDataDirectory, type Purpose } from './data-directory.ts'
import { version } from './version.ts'
import { OperatorError } from './operator-error.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'bureau-data-'))
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

async function open(path: string) {
  const directory = await openDataDirectory(path, 'server')
  cleanups.push(directory.release)
  return directory
}

const holder = `
  import { openDataDirectory } from ${JSON.stringify(new URL('./data-directory.ts', import.meta.url).href)}
  await openDataDirectory(process.argv[1], process.argv[2])
  // The result is not kept: the lock must hold all the same.
  await new Promise((resolve) => setTimeout(resolve, 1))
  globalThis.gc()
  console.log('open')
  setInterval(() => {}, 1000)
`

async function holdInProcess(path: string, purpose: Purpose = 'server') {
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', holder, path, purpose], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanups.push(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

describe('a data directory', () => {
  test('is made, closed to others, and stamped with the version', async () => {
    const { path } = await open(join(temporary(), 'a', 'b'))
    expect(statSync(path).mode & 0o777).toBe(0o700)
    expect(statSync(join(path, 'lock')).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(join(path, 'version'), 'utf8'))).toMatchObject({ format: 1 })
  })

  test('is refused to a second server, with the id of the first', async () => {
    const path = temporary()
    const child = await holdInProcess(path)
    await expect(openDataDirectory(path, 'server')).rejects.toThrow(DataDirectoryTaken)
    await expect(openDataDirectory(path, 'server')).rejects.toThrow(
      `Another server (pid ${child.pid}) runs on ${path}. Stop it, or use another data directory.`,
    )
  })

  test('is refused twice in one process too, and free after its release', async () => {
    const path = temporary()
    const first = await open(path)
    await expect(openDataDirectory(path, 'server')).rejects.toThrow(DataDirectoryTaken)
    first.release()
    await open(path)
  })

  test('is waited for by a server while a command holds it', async () => {
    const path = temporary()
    await openDataDirectory(path, 'server').then(({ release }) => release())
    const child = await holdInProcess(path, 'command')
    setTimeout(() => child.kill(), 300)
    await open(path)
  })

  test('is waited for by a server while the one before it stops, and for no longer than that', async () => {
    const path = temporary()
    const first = await open(path)
    first.announceRelease()
    const next = open(path)
    await delay(300)
    first.release()
    await next
    await expect(openDataDirectory(path, 'server')).rejects.toThrow(DataDirectoryTaken)
  })

  test('is made by a server only: a command says where it looked and creates nothing', async () => {
    const missing = join(temporary(), 'mistyped')
    await expect(openDataDirectory(missing, 'command')).rejects.toThrow(
      `No installation in ${missing}; start one with "bureau serve", or name its folder with --data or BUREAU_DATA.`,
    )
    expect(existsSync(missing)).toBe(false)
  })

  test('that holds something else is refused and left as it is', async () => {
    const path = temporary()
    writeFileSync(join(path, 'thesis.doc'), '')
    await expect(openDataDirectory(path, 'server')).rejects.toThrow(/is not an installation and holds other/)
    await expect(openDataDirectory(path, 'command')).rejects.toThrow(/^No installation in/)
    expect(readdirSync(path)).toEqual(['thesis.doc'])
  })

  test('may be the root of a disk, and have the log of the server in it', async () => {
    const path = temporary()
    mkdirSync(join(path, 'lost+found'))
    writeFileSync(join(path, 'server.log'), '')
    await open(path)
  })

  test.skipIf(process.platform !== 'linux')('that cannot be made is said to be so (Linux)', async () => {
    await expect(openDataDirectory('/proc/bureau/data', 'server')).rejects.toThrow(
      'The data directory /proc/bureau/data cannot be used: the system does not let it be created.',
    )
  })

  test('is free once its server was killed, although its files are still there', async () => {
    const path = temporary()
    const child = await holdInProcess(path)
    child.kill('SIGKILL')
    await once(child, 'exit')
    // The number may belong to a living process by then: this one.
    writeFileSync(join(path, 'server.pid'), `${process.pid}\n`)
    await open(path)
  })

  test('has the stamp of the version before until this one has upgraded the installation', async () => {
    const path = temporary()
    const stamp = '{"format":1,"version":"0.0.9"}'
    writeFileSync(join(path, 'version'), stamp)
    const directory = await open(path)
    expect(readFileSync(join(path, 'version'), 'utf8')).toBe(stamp)
    await directory.stamp()
    expect(JSON.parse(readFileSync(join(path, 'version'), 'utf8'))).toEqual({ format: 1, version })
  })

  test('is refused when a newer version wrote it', async () => {
    const path = temporary()
    const stamp = '{"format":99,"version":"9.8.7"}'
    writeFileSync(join(path, 'version'), stamp)
    await expect(openDataDirectory(path, 'server')).rejects.toThrow(
      /last used by Bureau 9\.8\.7.+npm install --global \.\/bureau-9\.8\.7\.tgz$/,
    )
    expect(readFileSync(join(path, 'version'), 'utf8')).toBe(stamp)
    // And the refusal lets go of the lock.
    rmSync(join(path, 'version'))
    await open(path)
  })

  test('that is a file, or damaged, is said to be so in one sentence', async () => {
    const path = temporary()
    const file = join(path, 'file')
    writeFileSync(file, '')
    await expect(openDataDirectory(file, 'server')).rejects.toThrow(
      new OperatorError(`The data directory ${file} cannot be used: it is not a directory.`),
    )
    writeFileSync(join(path, 'version'), '{')
    await expect(openDataDirectory(path, 'server')).rejects.toThrow(/version is damaged/)
  })
})
