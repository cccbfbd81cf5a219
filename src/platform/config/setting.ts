import { readFileSync } from 'node:fs'
import { OperatorError } from '../operator-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Setting<Value> {
  readonly name: string
  readonly type: string
  readonly default: string
  readonly meaning: string
  /** May be read from the file in `NAME_FILE`; never printed. */
  readonly secret: boolean
  /** Throws `SettingProblem`. */
  readonly read: (text: string) => Value
  readonly otherwise: Value
}

/** The message continues the name of the variable: `must be a number.` */
export class SettingProblem extends Error {
  override readonly name = 'SettingProblem'
}

export interface Reading<Value> {
  readonly type: string
  readonly read: (text: string) => Value
}

interface Declaration<Value, Otherwise> {
  readonly reading: Reading<Value>
  readonly otherwise: Otherwise
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

/** Compose files can't omit a variable, so an empty one counts as unset. */
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

export function readSettings<Declared extends Settings>(
  settings: Declared,
  env: Environment,
): { readonly values: SettingValues<Declared>; readonly problems: string[] } {
  const problems: string[] = []
  const values = Object.fromEntries(
    Object.entries(settings).map(([key, declared]) => [key, readSetting(declared, env, problems)]),
  )
  return { values: values as SettingValues<Declared>, problems }
}

export function unknownSettings(settings: Settings, env: Environment, prefix: string): readonly string[] {
  const known = new Set(
    Object.values(settings).flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])),
  )
  return Object.keys(env).filter((name) => name.startsWith(prefix) && !known.has(name))
}

export function refuseProblems(problems: readonly string[]): void {
  if (problems.length === 0) return
  throw new OperatorError(['The configuration is invalid. Correct these settings:', ...problems].join('\n'))
}

export function settingsTable(settings: Settings): string {
  const lines = Object.values(settings).map(({ name, type, default: fallback, meaning, secret }) => {
    const names = secret ? `\`${name}\`, \`${name}_FILE\`` : `\`${name}\``
    return `| ${[names, type, fallback, meaning].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  return ['| variable | type | default | meaning |', '|---|---|---|---|', ...lines].join('\n')
}
