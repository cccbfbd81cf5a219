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
      if (isPiece(parameter)) text += parameter.render(values)
      else text += `$${values.push(parameter)}`
      text += this.strings[index + 1] ?? ''
    }
    return text
  }
}

/** Text → name. Statements come from the source and not from requests, so there are few; the cap is a safeguard. */
const names = new Map<string, string>()
const namesMax = 5000

/** The name that a statement gives itself: `select /* files.item.findContent *\/ …`. */
const ownName = /^\s*\w+ \/\* ([\w.]+) \*\//

/** PostgreSQL cuts names off at 63 bytes. */
const ownNameCharactersMax = 54

/** What a statement is prepared under: its own name, and a digest because it may have several texts. */
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

/** A statement whose text is the same each time: rendered once for each place in the source, then only values change. */
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
  /** For each parameter what its piece says, undefined for a value. */
  readonly pieces: readonly (readonly string[] | undefined)[]
  readonly text: string
  readonly name: string | undefined
}

/** The last text of each place in the source. Most places put in the same pieces each time, like a list of columns. */
const composedTexts = new WeakMap<readonly string[], ComposedText>()

/** A statement with pieces that hold no parameters, like lists of columns: one of a few fixed texts. */
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

/**
 * SQL as text, parameters as `${values}`; a nested `sql` piece is put in as it is. A statement whose pieces hold no
 * parameters is prepared: PostgreSQL then parses it once a connection.
 *
 * A statement says behind its first word which function it belongs to, `select /* sms.queue.holdNumber *\/ id, …`, so that
 * logs, `pg_stat_activity` and `pg_stat_statements` read like the code. Before the first word PostgreSQL 18 would drop it
 * from the statistics.
 */
export function sql(strings: TemplateStringsArray, ...parameters: unknown[]): Fragment {
  if (!parameters.some(isPiece)) return new FixedFragment(strings, parameters)
  if (parameters.every(isFixedPiece)) return new ComposedFragment(strings, parameters)
  return new Fragment(strings, parameters)
}

/**
 * The same statement prepared although its pieces hold parameters. For statements of which there are few
 * texts and which have the same plan whatever the values are: planning a large one takes longer than running it.
 */
export function prepared({ text, values }: Statement): Statement {
  const name = nameOf(text)
  return name === undefined ? { text, values } : { text, values, name }
}

/** Pieces put one after another with `separator` between them; `otherwise` stands for an empty list. */
export function joined(pieces: readonly Fragment[], separator: string, otherwise: Fragment): Fragment {
  if (pieces.length === 0) return otherwise
  return new Fragment(['', ...pieces.slice(1).map(() => separator), ''], pieces)
}

export type { Fragment }
