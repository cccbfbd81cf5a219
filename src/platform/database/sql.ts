import { createHash } from 'node:crypto'

/** One SQL statement with its parameters kept apart. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  /** Set for statements whose text never varies: PostgreSQL then parses and plans them once a connection. */
  readonly name?: string
}

/** A piece of SQL to be put into a larger statement; made by `sql` too. */
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
      if (parameter instanceof Fragment) text += parameter.render(values)
      else text += `$${values.push(parameter)}`
      text += this.strings[index + 1] ?? ''
    }
    return text
  }
}

const names = new WeakMap<TemplateStringsArray, { readonly text: string; readonly name: string }>()

function named(strings: TemplateStringsArray, parameters: readonly unknown[]) {
  let known = names.get(strings)
  if (!known) {
    const text = new Fragment(strings, parameters).text
    known = { text, name: createHash('sha1').update(text).digest('base64url') }
    names.set(strings, known)
  }
  return known
}

/** A statement without nested fragments: rendered once for each place in the source, then only its values change. */
class NamedFragment extends Fragment {
  readonly name: string
  readonly #text: string

  constructor(strings: TemplateStringsArray, parameters: readonly unknown[]) {
    super(strings, parameters)
    const known = named(strings, parameters)
    this.name = known.name
    this.#text = known.text
  }

  override get text(): string {
    return this.#text
  }

  override get values(): readonly unknown[] {
    return this.parameters
  }
}

/**
 * SQL as text, parameters as `${values}`; a nested `sql` piece is put in as it is.
 * A statement without nested pieces is prepared under a name of its own.
 */
export function sql(strings: TemplateStringsArray, ...parameters: unknown[]): Fragment {
  if (parameters.some((parameter) => parameter instanceof Fragment)) return new Fragment(strings, parameters)
  return new NamedFragment(strings, parameters)
}

/** Pieces put one after another with `separator` between them; `otherwise` stands for an empty list. */
export function joined(pieces: readonly Fragment[], separator: string, otherwise: Fragment): Fragment {
  if (pieces.length === 0) return otherwise
  return new Fragment(['', ...pieces.slice(1).map(() => separator), ''], pieces)
}

export type { Fragment }
