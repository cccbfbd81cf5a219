import type { z } from 'zod'

/** What is wrong with a field, said after its name: `must be a string`. A declared message takes precedence. */
type Predicate = string

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 })
const shown = (value: number | bigint): string => number.format(value)

export const rangePredicate = ({ min, max }: { readonly min: number; readonly max: number }): Predicate =>
  max < Number.MAX_SAFE_INTEGER
    ? `must be a whole number from ${shown(min)} to ${shown(max)}`
    : `must be a whole number, ${shown(min)} or more`

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  tuple: 'a list',
  set: 'a list',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  date: 'a date',
  file: 'a file',
}

const formats: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'a URL',
  datetime: 'a date and time as in 2026-01-31T12:00:00Z',
  date: 'a date as in 2026-01-31',
  time: 'a time as in 12:00:00',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  uuid: 'a UUID',
}

const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
  object: ['field', 'fields'],
  file: ['byte', 'bytes'],
}

/** `a`, `a or b`, `a, b or c`. */
const alternatives = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

interface Bound {
  readonly origin: string
  readonly bound: number | bigint
  readonly inclusive?: boolean | undefined
  readonly exact?: boolean | undefined
}

function boundPredicate(
  side: 'least' | 'most',
  { origin, bound, inclusive = true, exact }: Bound,
): Predicate {
  if (origin === 'date') {
    const day = new Date(Number(bound)).toISOString()
    return side === 'least' ? `must not be before ${day}` : `must not be after ${day}`
  }
  const [one, many] = units[origin] ?? []
  if (one === undefined || many === undefined) {
    if (inclusive) return `must be at ${side} ${shown(bound)}`
    return `must be ${side === 'least' ? 'more' : 'less'} than ${shown(bound)}`
  }
  if (side === 'least' && bound === 1 && !exact) return 'must not be empty'
  return `must have ${exact ? 'exactly' : `at ${side}`} ${shown(bound)} ${bound === 1 ? one : many}`
}

function formatPredicate({ format, ...issue }: z.core.$ZodIssueInvalidStringFormat): Predicate {
  const known = formats[format]
  if (known !== undefined) return `must be ${known}`
  if ('prefix' in issue) return `must begin with "${String(issue.prefix)}"`
  if ('suffix' in issue) return `must end with "${String(issue.suffix)}"`
  if ('includes' in issue) return `must contain "${String(issue.includes)}"`
  return 'does not have the right form'
}

/** In place of zod's own messages. */
export function predicateOf(issue: z.core.$ZodRawIssue): Predicate {
  if (issue.input === undefined) return 'is missing'
  switch (issue.code) {
    case 'invalid_type': {
      const type = types[issue.expected]
      return type === undefined ? 'is not valid' : `must be ${type}`
    }
    case 'invalid_value':
      return `must be ${alternatives(issue.values.map(String))}`
    case 'too_small':
      return boundPredicate('least', { ...issue, bound: issue.minimum })
    case 'too_big':
      return boundPredicate('most', { ...issue, bound: issue.maximum })
    case 'not_multiple_of':
      return `must be a multiple of ${shown(issue.divisor)}`
    case 'invalid_format':
      return formatPredicate(issue as z.core.$ZodIssueInvalidStringFormat)
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`
    case 'invalid_key':
      return 'has a name that is not valid'
    case 'invalid_element':
      return 'has an entry that is not valid'
    default:
      return 'is not valid'
  }
}

/** A parameter given twice in a query arrives as a list. */
export const queryPredicateOf = (issue: z.core.$ZodRawIssue): Predicate =>
  Array.isArray(issue.input) ? 'must be given once' : predicateOf(issue)

/** `members[2].phone`; an issue of the whole input is about the body. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path.length === 0
    ? 'The body'
    : path
        .map((step, index) =>
          typeof step === 'number' ? `[${step}]` : (index > 0 ? '.' : '') + String(step),
        )
        .join('')

/** For a union, the issue of the closest alternative, or what all alternatives together accept. */
function plainest(issue: z.core.$ZodIssue): Pick<z.core.$ZodIssue, 'path' | 'message'> {
  if (issue.code !== 'invalid_union') return issue
  const branches = issue.errors.flatMap(([first]) => first ?? [])
  const nearest = branches.find(({ code, path }) => code !== 'invalid_type' || path.length > 0)
  if (nearest) {
    const { path, message } = plainest(nearest)
    return { path: [...issue.path, ...path], message }
  }
  const wanted = branches.flatMap(({ message }) => message.split('must be ')[1] ?? [])
  if (wanted.length < branches.length || wanted.length === 0) return issue
  return { path: issue.path, message: `must be ${alternatives([...new Set(wanted)])}` }
}

const sentencesMax = 10

/** `body is missing. limit must be a whole number from 1 to 200.` Equal sentences are said once. */
export function sentencesOf(issues: readonly z.core.$ZodIssue[]): string {
  const sentences = issues
    .slice(0, sentencesMax)
    .map(plainest)
    .map(({ path, message }) => `${placeOf(path)} ${message}.`)
  return [...new Set(sentences)].join(' ')
}
