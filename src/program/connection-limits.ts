import type { ConnectionLimits } from '../platform/http/connections.ts'
import type { Log } from '../platform/log/log.ts'
import type { Config } from './config.ts'

const maxDefault = 10_000
const perAddressMaxDefault = 1000

/** For the database, the control socket, operations, webhooks, logs, and libraries. */
const reservedFiles = 256
/** A connection may need another file: what it downloads, or its connection to an upstream service. */
const filesPerConnection = 2
const possibleMin = 16

/** `ulimit -n`, after Node raised it. */
export function openFilesMax(): number {
  // Otherwise the report asks DNS for the names of all peers.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: number | 'unlimited' } }
  }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}

export function connectionLimits(
  { connections, database }: Pick<Config, 'connections' | 'database'>,
  filesMax: number,
  log: Log,
): ConnectionLimits {
  const free = filesMax - reservedFiles - 2 * database.connections
  const possible = Math.max(possibleMin, Math.floor(free / filesPerConnection))
  if (connections.max !== undefined && connections.max > possible)
    log.warn(
      { open_files: filesMax, connections: possible },
      'This process may open too few files for BUREAU_CONNECTIONS_MAX, so it takes fewer connections. Raise the limit of open files (ulimit -n).',
    )
  const max = Math.min(connections.max ?? maxDefault, possible)
  return {
    max,
    // No address may use all of them, even if there are few.
    perAddressMax: connections.perAddressMax ?? Math.min(perAddressMaxDefault, Math.ceil(max / 4)),
  }
}
