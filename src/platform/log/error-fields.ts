export interface ErrorFields {
  readonly type: string
  readonly message: string
  /** Without the message, which the log has anyway. */
  readonly stack?: string
  readonly code?: string
  readonly constraint?: string
  readonly table?: string
  readonly cause?: ErrorFields
}

const causesMax = 3

/** Keeps only schema names of PostgreSQL errors, because `detail` and other properties contain the row and values. */
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

/** Class 22 (data exception) and P0 quote values; other classes quote names. */
function withoutValues(message: string, code: string | undefined): string {
  if (!code?.startsWith('22') && !code?.startsWith('P0')) return message
  return message.replaceAll(/"[^"]*"|'[^']*'/g, '"…"')
}
