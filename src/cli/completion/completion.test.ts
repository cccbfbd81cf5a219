import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findOptional, isInstalled } from '../../../test/programs.ts'
import { declarations } from '../commands.ts'
import { prepare } from '../execute.ts'
import { quoted } from './grammar.ts'

let directory: string
const script = (shell: string) =>
  join(directory, shell === 'zsh' ? 'functions/_bureau' : `completion.${shell}`)

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'bureau-completion-'))
  mkdirSync(join(directory, 'functions'))
  mkdirSync(join(directory, 'some folder'))
  writeFileSync(join(directory, 'some file'), '')
  writeFileSync(join(directory, '.zshrc'), zshStart)
  for (const shell of ['bash', 'zsh', 'fish']) {
    const readied = prepare(['completion', shell])
    if (!('outcome' in readied)) throw new Error('It does not run in the server.')
    writeFileSync(script(shell), readied.outcome.stdout)
  }
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function run(program: string, ...args: readonly string[]): string {
  const env = [`HOME=${directory}`, `XDG_CONFIG_HOME=${directory}`, 'TERM=dumb']
  return execFileSync('env', [...env, program, ...args], {
    cwd: directory,
    encoding: 'utf8',
    timeout: 30_000,
  })
}

const bashLine = `line() { COMP_WORDS=(bureau "$@"); COMP_CWORD=$#; _bureau; echo "\${COMPREPLY[*]/%/$'\\t'}"; }`

/** Lines in the words that bash splits them into, the last one at the cursor. */
function inBashEach(lines: readonly (readonly string[])[]): string[][] {
  const calls = lines.map((words) => ['line', ...words.map(quoted)].join(' '))
  const printed = run(
    'bash',
    '--norc',
    '-c',
    [`source ${quoted(script('bash'))}`, bashLine, ...calls].join('\n'),
  )
  return printed
    .split('\n')
    .slice(0, -1)
    .map((line) =>
      line
        .split('\t')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    )
}

const inBash = (...words: readonly string[]): string[] => inBashEach([words])[0] ?? []

const inFish = (line: string): Map<string, string> =>
  new Map(
    run(findOptional('fish') ?? 'fish', '-N', '-c', `source '${script('fish')}'; complete -C '${line}'`)
      .split('\n')
      .filter((row) => row !== '')
      .map((row) => [row.split('\t')[0] ?? '', row.split('\t')[1] ?? '']),
  )

/** Completes a line that stands in the editor from the start: keys that are typed too early get lost. */
const zshStart = `
PROMPT=
fpath+=~/functions
autoload -Uz compinit
compinit -u -D
list() { compstate[list]="list force"; compstate[insert]=; }
comppostfuncs=(list)
LISTMAX=0 LINES=500 COLUMNS=200
zstyle ":completion:*" list-separator " = "
zle-line-init() { BUFFER=$LINE CURSOR=$#LINE; zle complete-word; zle -R; exit; }
zle -N zle-line-init
`

/** Lists the matches of a line with the real completion system, in a pseudo-terminal. */
const inZsh = (line: string): string =>
  run(
    findOptional('zsh') ?? 'zsh',
    '-f',
    '-c',
    `zmodload zsh/zpty
export LINE=${quoted(line)}
zpty z zsh -d -i
while zpty -r z part; do print -rn -- $part; done`,
  )

describe('the completion of bash', () => {
  test('offers groups, commands, options, and the values of options', () => {
    expect(inBash('us')).toEqual(['users', 'usage'])
    expect(inBash('users', 'cre')).toEqual(['create'])
    expect(inBash('users', 'two-step', '')).toEqual(['off'])
    expect(inBash('keys', 'create', '--s')).toEqual(['--service', '--scopes'])
    expect(inBash('keys', 'create', '--service', '')).toEqual(['sms', 'files', 'iam', 'provisioning'])
    expect(inBash('keys', 'create', '--service', '=')).toContain('iam')
    expect(inBash('keys', 'create', '--service', '=', 'i')).toEqual(['iam'])
    expect(inBash('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  })

  test('knows the command although options stand before or between its words', () => {
    expect(inBash('--data', 'x', 'users', '--json', 'cre')).toEqual(['create'])
    expect(inBash('keys', 'create', '--name', 'users', '--env', '')).toEqual(['live', 'test'])
    expect(inBash('help', 'keys', 'rot')).toEqual(['rotate'])
    expect(inBash('hel')).toEqual(['help'])
  })

  test('goes on after a comma in lists', () => {
    expect(inBash('listen', '--events', 'file.created,share.ch')).toEqual(['file.created,share.changed'])
  })

  test('offers directories for DIR, with spaces in their names', () => {
    expect(inBash('doctor', '--data', 's')).toEqual(['some folder'])
  })

  test('offers nothing where only people know the value', () => {
    expect(inBash('users', 'enable', '')).toEqual([])
    expect(inBash('users', 'create', '--email', '')).toEqual([])
  })

  test('knows every command', () => {
    const words = inBashEach(declarations.map((known) => known.words))
    for (const [index, known] of declarations.entries()) expect(words[index]).toContain(known.words.at(-1))
    const options = inBashEach(declarations.map((known) => [...known.words, '--']))
    for (const [index, known] of declarations.entries())
      expect(options[index]).toHaveLength(Object.keys(known.options).length + 3)
  })
})

describe.skipIf(!isInstalled('fish'))('the completion of fish', () => {
  test('offers groups, commands, options, and values with their descriptions', () => {
    expect(inFish('bureau keys rot').get('rotate')).toMatch(/^Replace an API key/)
    expect([...inFish('bureau us').keys()]).toEqual(['usage', 'users'])
    expect(inFish('bureau keys create --per').get('--per-minute')).toBe('requests a minute')
    expect([...inFish('bureau keys create --service ').keys()].toSorted()).toEqual([
      'files',
      'iam',
      'provisioning',
      'sms',
    ])
    expect([...inFish('bureau completion ').keys()].toSorted()).toEqual(['bash', 'fish', 'zsh'])
    expect([...inFish('bureau --data x users --json cre').keys()]).toEqual(['create'])
    expect([...inFish('bureau help keys rot').keys()]).toEqual(['rotate'])
    expect([...inFish('bureau listen --events file.created,share.ch').keys()]).toEqual([
      'file.created,share.changed',
    ])
    expect([...inFish('bureau doctor --data some').keys()]).toEqual(['some folder/'])
    expect([...inFish('bureau users enable ').keys()]).toEqual([])
  }, 60_000)
})

describe.skipIf(!isInstalled('zsh'))('the completion of zsh', () => {
  test('offers groups, commands, options, and values with their descriptions', () => {
    expect(inZsh('bureau keys ')).toMatch(/rotate +.*Replace an API key/)
    expect(inZsh('bureau keys create --per')).toMatch(/--per-minute +.*requests a minute/)
    expect(inZsh('bureau keys create --service ')).toMatch(/files +iam +provisioning +sms/)
    expect(inZsh('bureau completion ')).toMatch(/bash +fish +zsh/)
    expect(inZsh('bureau --data x users --json ')).toMatch(/two-step/)
    expect(inZsh('bureau help keys ')).toMatch(/rotate/)
    expect(inZsh('bureau doctor --data some')).toMatch(/some\\? folder/)
  }, 60_000)
})

test('completion refuses other shells, and needs no installation', () => {
  expect(prepare(['completion', 'csh'])).toMatchObject({ outcome: { exit: 2 } })
  expect(prepare(['completion'])).toMatchObject({
    outcome: { exit: 2, stderr: expect.stringContaining('Add one of bash, zsh, fish.') as string },
  })
  expect(prepare(['completion', 'bash', '--json'])).toMatchObject({ outcome: { exit: 0 } })
})
