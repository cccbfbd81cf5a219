import pg from 'pg'
import type { ClientConfig } from 'pg'
import { OperatorError } from '../operator-error.ts'

export const applicationName = 'bureau'

export const connectMsMax = 10_000

const int8 = 20
const int8Array = 1016
const date = 1082

function wholeNumber(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`The number ${text} from the database is too large to be exact.`)
}

const wholeNumbers = (text: string): (number | null)[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((item) => (item === 'NULL' ? null : wholeNumber(item)))

/** bigint is parsed as number, date as `YYYY-MM-DD`; otherwise `pg`'s defaults. */
function typeParsers(): pg.TypeOverrides {
  const parsers = new pg.TypeOverrides()
  parsers.setTypeParser(int8, wholeNumber)
  parsers.setTypeParser(int8Array, wholeNumbers)
  parsers.setTypeParser(date, (text: string) => text)
  return parsers
}

export function sessionConfig(connectionString: string): ClientConfig {
  return {
    connectionString,
    application_name: applicationName,
    connectionTimeoutMillis: connectMsMax,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: typeParsers(),
  }
}

/** A connection outside the pool. Throws OperatorError. */
export async function connectAlone(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client(sessionConfig(connectionString))
  // Statements reject on a lost connection; without a listener the event would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw connectionFailure(error, connectionString)
  }
  return client
}

/** Undefined when the connection itself failed. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined
}

/** One line for the operator, without the password. */
export function connectionFailure(error: unknown, connectionString: string): OperatorError {
  const { where, user, database } = describe(connectionString)
  const said = (reason: string) =>
    new OperatorError(`The database at ${where} cannot be used: ${reason}.`, { cause: error })
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'ECONNREFUSED':
      return said('nothing listens there')
    case 'ENOENT':
      return said('the socket does not exist')
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return said('the host name does not resolve')
    case '28P01':
      return said(`the password of user "${user}" is wrong`)
    case '28000':
      return said(`user "${user}" may not connect`)
    case '3D000':
      return said(`database "${database}" does not exist`)
    case '53300':
      return said('it has too many connections already')
    case '57P03':
      return said('it is starting up or shutting down')
    default:
      return said(withoutPassword(error instanceof Error ? error.message : String(error), connectionString))
  }
}

function describe(connectionString: string) {
  try {
    const client = new pg.Client({ connectionString })
    const where = client.host.startsWith('/') ? client.host : `${client.host}:${client.port}`
    return { where, user: client.user ?? '', database: client.database ?? '' }
  } catch {
    return { where: 'the address in DATABASE_URL', user: '', database: '' }
  }
}

/** Libraries quote URLs; the password may be percent-encoded. */
function withoutPassword(message: string, connectionString: string): string {
  if (message.includes(connectionString)) return 'DATABASE_URL is not a PostgreSQL URL'
  const encoded = /:\/\/[^:@/]*:([^@/]*)@/.exec(connectionString)?.[1]
  if (!encoded) return message
  let plain = encoded
  try {
    plain = decodeURIComponent(encoded)
  } catch {
    // A stray percent sign: the password is literal.
  }
  return message.replaceAll(encoded, '***').replaceAll(plain, '***')
}
