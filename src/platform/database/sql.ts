import { createHash } from 'node:crypto'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  /** Set when the text never varies; PostgreSQL then plans it once per connection. */
  readonly name?: string
}

class Fragment implements Statement {
  readonly strings: readonly string[]
  readonly parameters: readonly unknown[]

  constructor(strings: readonly string[], parameters: readonly unknown[]) {
    this.strings = strings
    this.parameters = parameters
  }

  get text(): string {
    return this.render([])
  }

  get values(): readonly unknown[] {
    const values: unknown[] = []
    this.render(values)
    return values
  }

  render(values: unknown[]): string {
    let text = this.strings[0] ?? ''
    for (const [index, parameter] of this.parameters.entries()) {
      if (isPiece(parameter)) text += parameter.render(values)
      else text += `$${values.push(parameter)}`
      text += this.strings[index + 1] ?? ''
    }
    return text
  }
}

const names = new Map<string, string>()
const namesMax = 5000

/** The name that a statement gives itself: `select /* files.item.findContent *\/ …`. */
const ownName = /^\s*\w+ \/\* ([\w.]+) \*\//

/** PostgreSQL truncates names to 63 bytes. */
const ownNameCharactersMax = 54

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= namesMax) return known
  const [, own = 'unnamed'] = ownName.exec(text) ?? []
  const digest = createHash('sha1').update(text).digest('hex').slice(0, 8)
  const name = `${own.slice(0, ownNameCharactersMax)}_${digest}`
  names.set(text, name)
  return name
}

const texts = new WeakMap<readonly string[], { readonly text: string; readonly name: string | undefined }>()

class FixedFragment extends Fragment {
  readonly name?: string
  readonly #text: string

  constructor(strings: TemplateStringsArray, parameters: readonly unknown[]) {
    super(strings, parameters)
    let known = texts.get(strings)
    if (!known) {
      const text = new Fragment(strings, parameters).text
      known = { text, name: nameOf(text) }
      texts.set(strings, known)
    }
    if (known.name !== undefined) this.name = known.name
    this.#text = known.text
  }

  override get text(): string {
    return this.#text
  }

  override get values(): readonly unknown[] {
    return this.parameters
  }
}

interface ComposedText {
  readonly pieces: readonly (readonly string[] | undefined)[]
  readonly text: string
  readonly name: string | undefined
}

/** The last text of each place; most places insert the same pieces each time. */
const composedTexts = new WeakMap<readonly string[], ComposedText>()

class ComposedFragment extends Fragment {
  readonly name?: string
  readonly #text: string
  readonly #values: readonly unknown[]

  constructor(strings: readonly string[], parameters: readonly unknown[]) {
    super(strings, parameters)
    const pieces = parameters.map((parameter) => (isPiece(parameter) ? parameter.strings : undefined))
    let known = composedTexts.get(strings)
    if (!known?.pieces.every((piece, index) => piece === pieces[index])) {
      const text = this.render([])
      known = { pieces, text, name: nameOf(text) }
      composedTexts.set(strings, known)
    }
    if (known.name !== undefined) this.name = known.name
    this.#text = known.text
    this.#values = parameters.filter((parameter) => !isPiece(parameter))
  }

  override get text(): string {
    return this.#text
  }

  override get values(): readonly unknown[] {
    return this.#values
  }
}

const isPiece = (parameter: unknown): parameter is Fragment => parameter instanceof Fragment

const isFixedPiece = (parameter: unknown): boolean =>
  !isPiece(parameter) || (parameter instanceof FixedFragment && parameter.parameters.length === 0)

/** Prepared if no piece has parameters. The comment with its name follows the first word; PostgreSQL 18 drops leading ones. */
export function sql(strings: TemplateStringsArray, ...parameters: unknown[]): Fragment {
  if (!parameters.some(isPiece)) return new FixedFragment(strings, parameters)
  if (parameters.every(isFixedPiece)) return new ComposedFragment(strings, parameters)
  return new Fragment(strings, parameters)
}

/** For large statements with few texts and one plan, because planning them takes longer than running. */
export function prepared({ text, values }: Statement): Statement {
  const name = nameOf(text)
  return name === undefined ? { text, values } : { text, values, name }
}

const identifiers = new Map<string, Fragment>()

/** A name of the program, never of a user: `identity.user`, `bigint[]`. */
export function identifier(name: string): Fragment {
  if (!/^[a-z_]+(?:\.[a-z_]+|\[\])?$/.test(name)) throw new RangeError(`"${name}" is not an identifier.`)
  const known = identifiers.get(name)
  if (known) return known
  const made = new FixedFragment(Object.assign([name], { raw: [name] }), [])
  identifiers.set(name, made)
  return made
}

export function joined(pieces: readonly Fragment[], separator: string, otherwise: Fragment): Fragment {
  if (pieces.length === 0) return otherwise
  return new Fragment(['', ...pieces.slice(1).map(() => separator), ''], pieces)
}

export type { Fragment }
