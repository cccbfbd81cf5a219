import type { ConnectionLimits } from '../platform/http/connections.ts'
import type { Log } from '../platform/log/log.ts'
import type { Config } from './config.ts'

const maxDefault = 10_000
const perAddressMaxDefault = 1000

/** Files for everything that is not a client: the database, the control socket, operations, webhooks, logs, libraries. */
const reservedFiles = 256
/** A connection may need another file: what it downloads, or its connection to an upstream service. */
const filesPerConnection = 2
const possibleMin = 16

/** How many files this process may have open: `ulimit -n`, after Node raised it as far as it may. */
export function openFilesMax(): number {
  // Otherwise the report asks DNS for the names of all peers.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: number | 'unlimited' } }
  }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}

/** The limits of connections that leave enough files for the rest of the process. */
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
    // No address may take them all, even if they are few.
    perAddressMax: connections.perAddressMax ?? Math.min(perAddressMaxDefault, Math.ceil(max / 4)),
  }
}
