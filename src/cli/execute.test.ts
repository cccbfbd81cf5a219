import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { prepareRestore, prepareVerify } from './backup/prepare.ts'
import { commands, declarations } from './commands.ts'
import { prepare } from './execute.ts'
import { prepareListen } from './listen/declaration.ts'
import { pageOf } from './help/topics.ts'
import type { Outcome } from './outcome.ts'
import { prepareServe } from './serve.ts'
import { dataDirOf, splitLine } from './words.ts'

/** Commands that do not run inside of the server, and how they are read. */
const outside: readonly (readonly [words: string, parse: (argv: readonly string[]) => object])[] = [
  ['serve', prepareServe],
  ['listen', prepareListen],
  ['backup restore', prepareRestore],
  ['backup verify', prepareVerify],
]

/** Undefined for a command that runs inside. */
function readOutside(argv: readonly string[]): object | undefined {
  const [words, parse] = outside.find(([words]) => `${argv.join(' ')} `.startsWith(`${words} `)) ?? []
  return words === undefined ? undefined : parse?.(argv.slice(words.split(' ').length))
}

const outcomeOf = (...argv: string[]) => {
  const readied = readOutside(argv) ?? prepare(argv)
  if ('outcome' in readied) return readied.outcome as Outcome
  throw new Error('The command would have run.')
}

/** The words of an example as a shell would pass them; quotes in examples are single ones. */
const shellWords = (example: string): string[] =>
  [...example.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word).slice(1)

describe('help', () => {
  test('lists every command, and those of a group', () => {
    const all = outcomeOf('--help')
    expect(all.exit).toBe(0)
    for (const { words } of declarations) expect(all.stdout.split(`\n  ${words.join(' ')} `)).toHaveLength(2)
    const group = outcomeOf('keys', '--help')
    expect(group.exit).toBe(0)
    expect(group.stdout).toContain('bureau keys revoke')
    expect(group.stdout).not.toContain('users')
  })

  test('counts one command as one', () => {
    expect(outcomeOf('audit', '--help').stdout).toMatch(/^1 COMMAND\n/)
    expect(outcomeOf('users', '--help').stdout).toMatch(/^\d+ COMMANDS\n/)
  })

  test.each(declarations.map((declaration) => [declaration.words.join(' '), declaration] as const))(
    'of %s names every option and has an example that works',
    (_name, { words, options, example }) => {
      const { exit, stdout } = outcomeOf(...words, '--help')
      expect(exit).toBe(0)
      for (const key of Object.keys(options))
        expect(stdout).toContain(`--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)
      const line = shellWords(example)
      const read = readOutside(line)
      if (read) expect(read).toMatchObject({ json: false })
      else if (words[0] === 'completion') expect(prepare(line)).toMatchObject({ outcome: { exit: 0 } })
      else expect(prepare(line)).toHaveProperty('prepared')
    },
  )

  test('is what "help" before a command or a group prints', () => {
    expect(outcomeOf('help', 'keys', 'create')).toEqual(outcomeOf('keys', 'create', '--help'))
    expect(outcomeOf('help', 'serve')).toEqual(outcomeOf('serve', '--help'))
    expect(outcomeOf('help', 'keys')).toEqual(outcomeOf('keys', '--help'))
    expect(outcomeOf('help')).toEqual(outcomeOf('--help'))
    expect(outcomeOf('help', 'frob')).toMatchObject({ exit: 2 })
  })

  test('has the sections of a manual page', () => {
    expect(outcomeOf('serve', '--help').stdout.match(/^[A-Z ]+$/gm)).toEqual([
      'NAME',
      'SYNOPSIS',
      'DESCRIPTION',
      'OPTIONS',
      'EXAMPLE',
      'EXIT STATUS',
      'SEE ALSO',
    ])
    expect(outcomeOf('users', 'enable', '--help').stdout).toContain('ARGUMENTS\n    ID  ')
  })

  test('fits into 80 columns', () => {
    const groups = new Set(declarations.map(({ words: [group] }) => group))
    const helps = [
      outcomeOf('--help'),
      ...[...groups].map((group) => outcomeOf(group, '--help')),
      ...declarations.map(({ words }) => outcomeOf(...words, '--help')),
    ]
    const lines = helps.flatMap(({ stdout }) => stdout.split('\n'))
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  })

  test.each(declarations.map((declaration) => [declaration.words.join(' '), declaration] as const))(
    'of %s names a page that exists',
    (_name, declaration) => {
      const page = pageOf(declaration) ?? 'none'
      expect(existsSync(join(import.meta.dirname, '../..', page))).toBe(true)
    },
  )

  test.each(
    declarations.flatMap(({ words, details }) => (details ? [[words.join(' '), details] as const] : [])),
  )('of %s describes it in two to four sentences', (_name, details) => {
    const count = details.match(/[.:]( |$)/g)?.length ?? 0
    expect(count).toBeGreaterThanOrEqual(2)
    expect(count).toBeLessThanOrEqual(5)
    expect(details).toMatch(/^[A-Z].*\.$/)
  })

  test('of a long command says what an interruption leaves', () => {
    for (const { prepare: prepareCommand, words, example, interrupted } of commands) {
      const prepared = prepareCommand(shellWords(example).slice(words.length))
      if (prepared !== 'help' && prepared.long)
        expect(`${words.join(' ')}: ${interrupted}`).toMatch(/: [A-Z].*\.$/)
    }
  })

  test('goes to standard error with code 2 when a command was meant but not named', () => {
    expect(outcomeOf()).toMatchObject({ exit: 2, stdout: '' })
    const group = outcomeOf('users')
    expect(group).toMatchObject({ exit: 2, stdout: '' })
    expect(group.stderr).toContain('bureau users create')
  })
})

describe('a command line that makes no sense', () => {
  test.each([
    ['bureau: Unknown command "frob". See: bureau --help\n', ['frob', 'x']],
    [
      'bureau: Unknown command "restore". Did you mean "backup restore"? See: bureau --help\n',
      ['restore', '/backups/x'],
    ],
    ['bureau: Unknown command "user". Did you mean "users"? See: bureau --help\n', ['user', 'list']],
    ['bureau: Unknown command "keys lsit". Did you mean "list"? See: bureau keys --help\n', ['keys', 'lsit']],
    [
      'bureau: Unknown option --emial. Did you mean "--email"? See: bureau users create --help\n',
      ['users', 'create', '--emial', 'x'],
    ],
    ['bureau: Unknown command "users frob". See: bureau users --help\n', ['users', 'frob', '--json']],
    [
      'bureau: --email must be an e-mail address. See: bureau users create --help\n',
      ['users', 'create', '--email', 'x', '--first-name', 'A', '--last-name', 'B'],
    ],
  ])('has one line and code 2: %s', (stderr, argv) => {
    expect(outcomeOf(...argv)).toEqual({ exit: 2, stdout: '', stderr })
  })
})

describe('the words of a command', () => {
  test('may come after the options that every command takes', () => {
    expect(splitLine(['--data', '/x', '--json', 'users', 'enable', '5'], declarations)).toEqual({
      words: ['users', 'enable'],
      rest: ['--data', '/x', '--json', '5'],
    })
  })

  test('may have them between each other, but not those of one command', () => {
    const words = ['users', 'enable']
    expect(splitLine(['users', '--data', '/x', 'enable', '5'], declarations)).toEqual({
      words,
      rest: ['--data', '/x', '5'],
    })
    expect(splitLine(['users', '--json', '--data=/x', 'enable', '5', '-h'], declarations)).toEqual({
      words,
      rest: ['--json', '--data=/x', '5', '-h'],
    })
    expect(splitLine(['users', '--email', 'enable'], declarations)).toEqual({
      words: ['users'],
      rest: ['--email', 'enable'],
    })
  })

  test('tell the data directory wherever it stands', () => {
    expect(dataDirOf(['users', 'enable', '5'], {})).toBe('data')
    expect(dataDirOf(['users', '--data', '/x', 'enable', '5'], { BUREAU_DATA: '/z' })).toBe('/x')
    expect(dataDirOf(['doctor', '--data=/y'], {})).toBe('/y')
    expect(dataDirOf(['doctor', '--', '--data=/y'], {})).toBe('data')
    expect(dataDirOf(['doctor'], { BUREAU_DATA: '/z' })).toBe('/z')
    expect(dataDirOf(['doctor'], { BUREAU_DATA: '' })).toBe('data')
  })
})

describe('serve', () => {
  test('reads its roles', () => {
    expect(prepareServe(['--roles', 'sms,worker', '--json'])).toEqual({
      json: true,
      roles: ['sms', 'worker'],
      demo: false,
    })
    expect(prepareServe([])).toEqual({ json: false, roles: undefined, demo: false })
  })

  test('refuses what it does not know with code 2', () => {
    expect(prepareServe(['--port', '80'])).toMatchObject({ outcome: { exit: 2 } })
    expect(prepareServe(['--roles', ''])).toEqual({
      outcome: {
        exit: 2,
        stdout: '',
        stderr: 'bureau: --roles must name a role; without it all of them run. See: bureau serve --help\n',
      },
    })
  })
})
