import { totalmem } from 'node:os'

const mebibyte = 1024 * 1024

/** Between PostgreSQL's default and the working set of a million files. Allocated on use; hence `huge_pages` is off. */
export const sharedBuffersMiB = (memoryBytes: number): number =>
  Math.floor(Math.min(Math.max(memoryBytes / 8, 128 * mebibyte), 1024 * mebibyte) / mebibyte)

function availableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/** One socket, and no values in its log. `access`: the settings of `closeToOthers`. */
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
    // Details and statements contain personal data.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    // Recycling old segments costs less than new ones.
    min_wal_size: '256MB',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  }
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
