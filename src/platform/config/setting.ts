import { readFileSync } from 'node:fs'
import { OperatorError } from '../operator-error.ts'

/** The environment of a process, or a part of it. */
export type Environment = Readonly<Record<string, string | undefined>>

/** One environment variable: its format, meaning and default. */
export interface Setting<Value> {
  readonly name: string
  /** How it is written, for the reference: `port`, `list of host names`. */
  readonly type: string
  /** What holds without it, in words for the reference. */
  readonly default: string
  readonly meaning: string
  /** May also come from the file named in `NAME_FILE`; its value is never printed. */
  readonly secret: boolean
  /** Throws `SettingProblem` for an invalid text. */
  readonly read: (text: string) => Value
  readonly otherwise: Value
}

/** What is wrong with a value, as the end of the sentence that begins with the name of the variable. */
export class SettingProblem extends Error {
  override readonly name = 'SettingProblem'
}

/** How a text becomes a value, and what that is called in the reference. */
export interface Reading<Value> {
  readonly type: string
  readonly read: (text: string) => Value
}

interface Declaration<Value, Otherwise> {
  readonly reading: Reading<Value>
  readonly otherwise: Otherwise
  /** Said in the reference instead of `otherwise`. */
  readonly default?: string
  readonly meaning: string
  readonly secret?: boolean
}

export function setting<Value, const Otherwise>(
  name: string,
  declaration: Declaration<Value, Otherwise>,
): Setting<Value | Otherwise> {
  const { reading, otherwise, meaning, secret = false } = declaration
  return {
    name,
    type: reading.type,
    default: declaration.default ?? `\`${String(otherwise)}\``,
    meaning,
    secret,
    read: reading.read,
    otherwise,
  }
}

export type Settings = Readonly<Record<string, Setting<unknown>>>

export type SettingValues<Declared extends Settings> = {
  readonly [Key in keyof Declared]: Declared[Key] extends Setting<infer Value> ? Value : never
}

/** An empty variable counts as not set, because compose files cannot leave one out. */
function given(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim()
  return text === '' ? undefined : text
}

function textOf(declared: Setting<unknown>, env: Environment): string | undefined {
  const direct = given(env, declared.name)
  const file = declared.secret ? given(env, `${declared.name}_FILE`) : undefined
  if (file === undefined) return direct
  if (direct !== undefined)
    throw new SettingProblem(`and ${declared.name}_FILE are both set; use one of them.`)
  let content: string
  try {
    content = readFileSync(file, 'utf8').trim()
  } catch {
    throw new SettingProblem(
      `cannot be read: this process cannot open the file in ${declared.name}_FILE. Check its path and mode.`,
    )
  }
  if (content === '') throw new SettingProblem(`cannot be read: the file in ${declared.name}_FILE is empty.`)
  return content
}

/** Reads one setting; a problem goes to `problems` as a sentence that names the variable. */
function readSetting(declared: Setting<unknown>, env: Environment, problems: string[]): unknown {
  try {
    const text = textOf(declared, env)
    return text === undefined ? declared.otherwise : declared.read(text)
  } catch (err) {
    if (!(err instanceof SettingProblem)) throw err
    problems.push(`${declared.name} ${err.message}`)
    return declared.otherwise
  }
}

/** Every setting's value. The problems of all settings come back together, so that one start shows them all. */
export function readSettings<Declared extends Settings>(
  settings: Declared,
  env: Environment,
): { readonly values: SettingValues<Declared>; readonly problems: string[] } {
  const problems: string[] = []
  const values = Object.fromEntries(
    Object.entries(settings).map(([key, declared]) => [key, readSetting(declared, env, problems)]),
  )
  // Each value comes from the `read` or the `otherwise` of its own setting, which is what the type says.
  return { values: values as SettingValues<Declared>, problems }
}

/** Unknown variables that begin with `prefix`: most likely typos. */
export function unknownSettings(settings: Settings, env: Environment, prefix: string): readonly string[] {
  const known = new Set(
    Object.values(settings).flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])),
  )
  return Object.keys(env).filter((name) => name.startsWith(prefix) && !known.has(name))
}

/** Throws all problems as one error for the operator, a line each. */
export function refuseProblems(problems: readonly string[]): void {
  if (problems.length === 0) return
  throw new OperatorError(['The configuration is invalid. Correct these settings:', ...problems].join('\n'))
}

/** The settings as a Markdown table. */
export function settingsTable(settings: Settings): string {
  const lines = Object.values(settings).map(({ name, type, default: fallback, meaning, secret }) => {
    const names = secret ? `\`${name}\`, \`${name}_FILE\`` : `\`${name}\``
    return `| ${[names, type, fallback, meaning].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  return ['| variable | type | default | meaning |', '|---|---|---|---|', ...lines].join('\n')
}
