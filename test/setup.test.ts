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
cpSync('package-lock.json', 'node_modules/.package-lock.json')`

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bureau-setup-'))
  mkdirSync(join(root, 'bin'))
  mkdirSync(join(root, 'src'))
  for (const file of ['bureau', 'setup.mjs', 'client.mjs']) copyFileSync(join(bin, file), join(root, 'bin', file))
  writeFileSync(join(root, 'src/main.ts'), 'console.log("started", ...process.argv.slice(2))')
  writeFileSync(join(root, 'npm.js'), `${npm}\n`)
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
const npmRuns = () => readFileSync(join(root, 'npm-ran'), 'utf8').trim().split('\n').length

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
