import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { archiveReaders } from '../src/platform/zip/readers.testing.ts'
import { missingLines, optionalPrograms, type ProgramName } from './programs.ts'

const names = Object.keys(optionalPrograms) as ProgramName[]
const root = join(import.meta.dirname, '..')
const runner = readFileSync(join(root, '.ci/run'), 'utf8')

const here = 'test/programs.test.ts'
/** What the benches look with, for any name, and trying it out. */
const otherLooks = /\bfindProgram\b|'--version'\]/

describe('programs that tests use when they find them', () => {
  test('are all installed by .ci/run, so that no test runs for the first time on the machine of a user', () => {
    const installed = new Set((/^packages=\(([^)]*)\)/m.exec(runner)?.[1] ?? '').split(/\s+/))
    const absent = names.filter((name) => !installed.has(optionalPrograms[name].debian))
    expect(absent).toEqual([])
  })

  test('are those that read archives too', () => {
    expect(names).toEqual(expect.arrayContaining(archiveReaders.map(({ program }) => program)))
  })

  test('are looked for by findOptional and isInstalled alone, which take no other name', () => {
    const files = globSync(['src/**/*.{test,testing}.ts', 'test/**/*.ts'], { cwd: root }).filter(
      (path) => path !== here,
    )
    const otherwise = files.filter((path) => otherLooks.test(readFileSync(join(root, path), 'utf8')))
    expect(otherwise).toEqual([])
  })

  test('are named at the end of a run where they are missing, with what they leave untested and how to get them', () => {
    expect(missingLines(['bsdtar', 'unzip', 'redis-server'], 'linux')).toEqual([
      'Not tested on this machine, because programs are missing:',
      '  archives as other programs read them: bsdtar, unzip',
      '  counters in Redis, several servers: redis-server',
      'To test these too: apt-get install libarchive-tools unzip redis-server',
    ])
    expect(missingLines(['jq', 'memcached'], 'darwin').at(-1)).toBe('To test these too: brew install jq')
    expect(missingLines([], 'linux')).toEqual([])
  })
})
