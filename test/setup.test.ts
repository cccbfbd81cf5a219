import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const bin = join(import.meta.dirname, '../bin')
const lockWith = (version: string) =>
  JSON.stringify({ packages: { '': {}, 'node_modules/node': { version } }, lockfileVersion: 3 })

/** Installs what the lock file names, slowly, and writes down each run. It fails with what `npm-says` holds. */
const npm = `
const { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } = require('node:fs')
appendFileSync('npm-ran', process.argv[2] + '\\n')
if (existsSync('npm-says')) {
  console.error(readFileSync('npm-says', 'utf8'))
  process.exit(1)
}
rmSync('node_modules', { recursive: true, force: true })
mkdirSync('node_modules/node/bin', { recursive: true })
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700)
symlinkSync(process.execPath, 'node_modules/node/bin/node')
cpSync('package-lock.json', 'node_modules/.package-lock.json')
mkdirSync('node_modules/vite/bin', { recursive: true })
cpSync('vite.js', 'node_modules/vite/bin/vite.js')`

/** Builds one script, slowly, and writes down each run. It fails where a source is broken. */
const vite = `
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
appendFileSync('vite-ran', process.env.NODE_ENV + '\\n')
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
const source = readFileSync('web/main.tsx', 'utf8')
if (source.includes('broken')) {
  console.error('error during build:\\nSyntaxError: main.tsx is broken\\n    at line 1')
  process.exit(1)
}
const directory = process.argv[process.argv.indexOf('--outDir') + 1]
mkdirSync(directory, { recursive: true })
writeFileSync(directory + '/index.html', '<script src="/app/index-abcdefgh.js"></script>')
writeFileSync(directory + '/index-abcdefgh.js', source)
writeFileSync('web/route-tree.gen.ts', '')`

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bureau-setup-'))
  mkdirSync(join(root, 'bin'))
  mkdirSync(join(root, 'src'))
  for (const file of ['bureau', 'setup.mjs', 'client.mjs'])
    copyFileSync(join(bin, file), join(root, 'bin', file))
  writeFileSync(join(root, 'src/main.ts'), 'console.log("started", ...process.argv.slice(2))')
  writeFileSync(join(root, 'npm.js'), `${npm}\n`)
  writeFileSync(join(root, 'vite.js'), `${vite}\n`)
  writeFileSync(join(root, 'package.json'), '{}')
  writeFileSync(join(root, 'package-lock.json'), lockWith('1.0.0'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const environment = () => ({ ...process.env, npm_execpath: join(root, 'npm.js') })

async function run(command: string, ...words: string[]) {
  const child = spawn(command, words, { cwd: root, env: environment() })
  const [stdout, stderr, [exit]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { exit: exit as number, stdout, stderr }
}

const setUp = () => run(process.execPath, 'bin/setup.mjs')
const bureau = (...words: string[]) => run(join(root, 'bin/bureau'), ...words)
const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').trim().split('\n')
const npmRuns = () => linesOf('npm-ran').length

describe('the set-up of a clone', () => {
  test('installs once, although several run at the same moment', async () => {
    const ends = await Promise.all([setUp(), setUp(), bureau('serve')])
    expect(ends.map(({ exit }) => exit)).toEqual([0, 0, 0])
    expect(ends.map(({ stderr }) => stderr).join('')).toContain('waiting for another set-up (process ')
    expect(npmRuns()).toBe(1)
    expect(existsSync(join(root, '.setup-running'))).toBe(false)
  })

  test('goes on where another one was killed', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    writeFileSync(join(root, '.setup-running'), String(pid))
    expect(await setUp()).toMatchObject({ exit: 0 })
    expect(npmRuns()).toBe(1)
  })

  test('leaves alone what was installed by hand', async () => {
    await run(process.execPath, 'npm.js', 'ci')
    expect(await bureau('serve')).toEqual({ exit: 0, stdout: 'started serve\n', stderr: '' })
    expect(npmRuns()).toBe(1)
  })

  test.each([
    ['npm error code ENOSPC', 'The disk is full.'],
    ['npm error code EACCES\nnpm error syscall mkdir', 'This user may not write there.'],
    ['npm error code EUSAGE', 'package.json and package-lock.json belong to different versions.'],
    ['npm error code ENOTFOUND\nnpm error network', 'The package registry did not answer'],
    ['npm error code EINTERNAL', 'To see all that npm says, run "npm ci" in '],
  ])('says why npm failed: %j', async (output, cause) => {
    appendFileSync(join(root, 'npm-says'), output)
    const { exit, stderr } = await setUp()
    expect(exit).toBe(1)
    expect(stderr).toContain(`bureau: npm ci failed. ${cause}`)
    expect(stderr.includes('registry')).toBe(output.includes('network'))
  })
})

describe('bin/bureau after an update', () => {
  test('installs what the lock file asks for before it serves, and only then', async () => {
    expect(await bureau('serve')).toMatchObject({ exit: 0, stdout: 'started serve\n' })
    expect(await bureau('--data', 'elsewhere', 'serve')).toMatchObject({ exit: 0, stderr: '' })
    writeFileSync(join(root, 'package-lock.json'), lockWith('2.0.0'))
    // A server may be running on the packages.
    expect(await bureau('users', 'list')).toMatchObject({ exit: 0, stderr: '' })
    expect(npmRuns()).toBe(1)
    expect(await bureau('--data', 'elsewhere', 'serve')).toMatchObject({ exit: 0 })
    expect(npmRuns()).toBe(2)
    expect(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8')).toBe(lockWith('2.0.0'))
  })
})

describe('the build of the web client', () => {
  const write = (path: string, content: string) => writeFileSync(join(root, path), content)
  const built = (name: string) => readFileSync(join(root, 'web/dist', name))

  beforeEach(async () => {
    mkdirSync(join(root, 'web/api'), { recursive: true })
    write('web/vite.config.ts', '')
    write('web/main.tsx', "import { a } from './api/call.ts'\n")
    write('web/api/call.ts', "import { b } from '../../src/shared.ts'\n")
    write('src/shared.ts', "export { c } from './deep.ts'\n")
    write('src/deep.ts', 'export const c = 1\n')
    await run(process.execPath, 'npm.js', 'ci')
  })

  test('happens once, although several starts need it at the same moment', async () => {
    const ends = await Promise.all([setUp(), bureau('serve'), setUp()])
    expect(ends.map(({ exit }) => exit)).toEqual([0, 0, 0])
    expect(ends.map(({ stderr }) => stderr).join('')).toContain('bureau: building the web client\n')
    expect(linesOf('vite-ran')).toEqual(['production'])
    expect(await setUp()).toEqual({ exit: 0, stdout: '', stderr: '' })
    expect(existsSync(join(root, '.setup-running'))).toBe(false)
  })

  test('stores each file beside its Brotli and gzip forms', async () => {
    await setUp()
    const script = built('index-abcdefgh.js').toString()
    expect(brotliDecompressSync(built('index-abcdefgh.js.br')).toString()).toBe(script)
    expect(gunzipSync(built('index-abcdefgh.js.gz')).toString()).toBe(script)
  })

  test.each([
    'web/main.tsx',
    'web/api/call.ts',
    'src/shared.ts',
    'src/deep.ts',
    'package-lock.json',
    'web/added.css',
  ])('happens again when %s changed, before bin/bureau serves', async (path) => {
    await setUp()
    write(path, path === 'package-lock.json' ? lockWith('1.0.0').replace('{', '{ ') : '// changed\n')
    expect(await bureau('users', 'list')).toMatchObject({ exit: 0, stderr: '' })
    expect(linesOf('vite-ran')).toHaveLength(1)
    expect(await bureau('serve')).toMatchObject({ exit: 0, stdout: 'started serve\n' })
    expect(linesOf('vite-ran')).toHaveLength(2)
  })

  test('does not happen when anything else changed', async () => {
    await setUp()
    for (const path of ['src/main.ts', 'web/api/call.test.ts', 'web/route-tree.gen.ts'])
      appendFileSync(join(root, path), '\n')
    expect(await setUp()).toEqual({ exit: 0, stdout: '', stderr: '' })
  })

  test('that fails is said in one line, and the server starts with the build from before', async () => {
    await setUp()
    const before = built('index-abcdefgh.js').toString()
    write('web/main.tsx', 'broken')
    const { exit, stdout, stderr } = await bureau('serve')
    expect([exit, stdout]).toEqual([0, 'started serve\n'])
    expect(stderr.split('\n')).toEqual([
      'bureau: building the web client',
      'bureau: The web client could not be built (SyntaxError: main.tsx is broken). ' +
        'The APIs run, and the app stays as it was.',
      '',
    ])
    expect(built('index-abcdefgh.js').toString()).toBe(before)
    expect(existsSync(join(root, 'web/dist.new'))).toBe(false)
  })

  test('needs no sources: an installed package has only the build', async () => {
    rmSync(join(root, 'web'), { recursive: true })
    expect(await bureau('serve')).toEqual({ exit: 0, stdout: 'started serve\n', stderr: '' })
  })
})
