/** What the log says of an error. */
export interface ErrorFields {
  readonly type: string
  readonly message: string
  /** The calls only: the first lines of a stack repeat the message. */
  readonly stack?: string
  readonly code?: string
  readonly constraint?: string
  readonly table?: string
  readonly cause?: ErrorFields
}

const causesMax = 3

/**
 * An error as log fields. An error of PostgreSQL carries the row in `detail` and the statement's values in others: of
 * all its properties only the names of things in the schema are kept, and of its message no value.
 */
export function errorFields(err: unknown, depth = 0): ErrorFields {
  if (!(err instanceof Error))
    return { type: typeof err, message: 'A value that is not an Error was thrown.' }
  const code = named(err, 'code')
  const constraint = named(err, 'constraint')
  const table = named(err, 'table')
  const stack = err.stack?.split('\n').filter((line) => /^ {4}at /.test(line))
  return {
    type: err.name,
    message: named(err, 'severity') === undefined ? err.message : withoutValues(err.message, code),
    ...(stack && { stack: stack.join('\n') }),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
    ...(err.cause !== undefined && depth < causesMax && { cause: errorFields(err.cause, depth + 1) }),
  }
}

function named(err: Error, property: string): string | undefined {
  const value: unknown = Reflect.get(err, property)
  return typeof value === 'string' ? value : undefined
}

/** Data exceptions (class 22) and raised ones (class P0) quote what they choke on; the others quote names. */
function withoutValues(message: string, code: string | undefined): string {
  if (!code?.startsWith('22') && !code?.startsWith('P0')) return message
  return message.replaceAll(/"[^"]*"|'[^']*'/g, '"…"')
}
