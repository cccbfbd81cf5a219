import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildImage, checkHealth, execute, mayMount, runImage } from './container.ts'
import { freePort } from './free-port.ts'
import { findOptional } from './programs.ts'
import { anyPorts, type ServerUrls } from './server.ts'

const root = join(import.meta.dirname, '..')
const directory = mkdtempSync(join(tmpdir(), 'bureau-package-'))
const installed = join(directory, 'prefix/lib/node_modules/bureau')
const bureau = join(directory, 'prefix/bin/bureau')
const dataDir = join(directory, 'data')

const npm = (...words: string[]) => {
  const env = { ...process.env, npm_config_prefix: undefined, npm_config_cache: undefined }
  const { status, stdout, stderr } = spawnSync('npm', words, { cwd: root, env, encoding: 'utf8' })
  return { status, stdout, stderr }
}
const debootstrap = findOptional('debootstrap')
const registryMissing = npm('ping', '--fetch-retries=0', '--fetch-timeout=10000').status !== 0

/** Another user than the one who installed, where that is root. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
/** Has no Node. */
const env = { PATH: '/usr/bin:/bin', ...anyPorts }

interface Packed {
  readonly filename: string
  readonly size: number
  readonly files: readonly { readonly path: string }[]
}
let packed: Packed

describe.skipIf(registryMissing)('the package for npm (registry of packages)', () => {
  beforeAll(() => {
    chmodSync(directory, 0o755)
    const { stdout, stderr, status } = npm('pack', '--json', '--pack-destination', directory)
    if (status !== 0) throw new Error(stderr)
    // What prepack says comes first.
    ;[packed] = JSON.parse(stdout.slice(stdout.search(/^\[$/m))) as [Packed]
    const file = join(directory, packed.filename)
    const prefix = join(directory, 'prefix')
    const outcome = npm('install', '--global', '--prefer-offline', '--prefix', prefix, file)
    if (outcome.status !== 0) throw new Error(outcome.stderr)
    mkdirSync(dataDir)
    if (user.uid !== undefined) chownSync(dataDir, user.uid, user.gid)
  }, 600_000)
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  test('is small and holds no tests, sources, or set-up', () => {
    const paths = packed.files.map(({ path }) => path)
    expect(packed.size).toBeLessThan(3_000_000)
    expect(paths).toEqual(expect.arrayContaining(['bin/bureau', 'lib/main.js', 'web/dist/index.html']))
    expect(paths).toEqual(expect.arrayContaining(['deploy/bureau.service', 'docs/install.md', 'LICENSE']))
    expect(paths.filter((path) => /\.tsx?$|\.test\.|setup\.mjs|\.testing\./.test(path))).toEqual([])
  })

  test('has every file that its JavaScript imports or starts', () => {
    const paths = new Set(packed.files.map(({ path }) => path))
    const scripts = [...paths].filter((path) => path.startsWith('lib/'))
    const missing = scripts.flatMap((path) => {
      const code = readFileSync(join(installed, path), 'utf8')
      const targets = [...code.matchAll(/'(\.{0,2}[\w./-]+\.js)'/g)].map(([, target = '']) => target)
      return targets
        .map((target) => join(path, '..', target))
        .filter((target) => target.startsWith('lib/') && !paths.has(target))
    })
    expect(scripts.length).toBeGreaterThan(100)
    expect(missing).toEqual([])
  })

  test('serves, as another user and without Node on the path, and never writes into its own folder', async () => {
    const changedMs = statSync(installed).mtimeMs
    const port = await freePort()
    const child = spawn(bureau, ['serve', '--json', '--data', dataDir], {
      ...user,
      cwd: dataDir,
      env: { ...env, BUREAU_OPERATIONS_PORT: `${port}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const exited = once(child, 'exit') as Promise<[number | null]>
    let log = ''
    child.stderr.setEncoding('utf8').on('data', (chunk) => (log += chunk))
    const [line] = await Promise.race([
      once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>,
      exited.then(() => Promise.reject(new Error(log))),
    ])
    const urls = JSON.parse(line) as ServerUrls
    expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200)
    const page = await (await fetch(urls.files_origin_url)).text()
    const [, script] = /<script[^>]* src="([^"]+)"/.exec(page) ?? []
    expect((await fetch(new URL(script ?? '/none', urls.files_origin_url))).status).toBe(200)
    const doctor = spawnSync(bureau, ['doctor', '--json', '--data', dataDir], {
      ...user,
      env,
      encoding: 'utf8',
    })
    expect([doctor.status, doctor.stderr]).toEqual([0, ''])
    child.kill('SIGINT')
    expect((await exited)[0]).toBe(0)
    expect(statSync(installed).mtimeMs).toBe(changedMs)
  })

  test('says its version', () => {
    const { stdout } = spawnSync(bureau, ['--version'], { env, encoding: 'utf8' })
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  describe.skipIf(debootstrap === undefined || !mayMount())('in the container (debootstrap)', () => {
    test(
      'serves and is healthy as its own user on a read-only root, and stops on SIGTERM',
      { timeout: 600_000 },
      async () => {
        const base = join(directory, 'base')
        buildImage(base, debootstrap as string)
        const container = runImage(base, join(directory, 'prefix'))
        const said = Promise.all([text(container.stdout as Readable), text(container.stderr as Readable)])
        await expect.poll(() => checkHealth(base, container).status).toBe(0)
        expect(execute(base, container, ['id', '-u']).stdout).toBe('10001\n')
        expect(execute(base, container, ['touch', '/opt/file']).stderr).toContain('Read-only file system')
        expect(execute(base, container, ['bureau', 'doctor']).status).toBe(0)
        expect(statSync(join(base, 'data/secret.key')).uid).toBe(10_001)
        container.kill('SIGTERM')
        const [code] = (await once(container, 'exit')) as [number | null]
        expect([code, await said]).toEqual([0, expect.anything()])
      },
    )
  })

  test('says what to run if npm ran no install scripts', () => {
    rmSync(join(installed, 'node_modules/node/bin/node'))
    const { status, stderr } = spawnSync(bureau, ['--version'], { env, encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain('node installArchSpecificPackage.js')
  })
})
