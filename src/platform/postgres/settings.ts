import { totalmem } from 'node:os'

const mebibyte = 1024 * 1024

/**
 * An eighth of the memory, between PostgreSQL's own default and about what a million files take. The system gives each page
 * when it is first used, which is why `huge_pages` is off below.
 */
export const sharedBuffersMiB = (memoryBytes: number): number =>
  Math.floor(Math.min(Math.max(memoryBytes / 8, 128 * mebibyte), 1024 * mebibyte) / mebibyte)

/** Of the machine, or of the container when that may use less. */
function availableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * With which arguments the server is started: reachable on one socket only, and with no values in its log. `access` are
 * the settings of `closeToOthers`.
 */
export function serverArguments(
  cluster: string,
  socketDirectory: string,
  access: Readonly<Record<string, string>>,
  durable: boolean,
): string[] {
  const settings: Record<string, string | number> = {
    ...access,
    listen_addresses: '',
    unix_socket_directories: `"${socketDirectory.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: 5432,
    max_connections: 100,
    shared_buffers: `${sharedBuffersMiB(availableMemory())}MB`,
    huge_pages: 'off',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The log says what went wrong, never with which values: details and statements hold names and numbers of people.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    // So many bytes of old segments are kept to be written again, which costs less than making new ones.
    min_wal_size: '256MB',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  }
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
