import { readFile } from 'node:fs/promises'

const variable = 'UV_THREADPOOL_SIZE'

/**
 * Starts the threads in which this process waits for disks, before anything uses one. Sixteen uploads at once need sixteen
 * flushes at once, also where this process flushes for a peer; there are four unless a variable says otherwise, which servers
 * that are started later must not inherit.
 */
export async function startThreads(count: number): Promise<void> {
  const given = process.env[variable]
  process.env[variable] ??= `${count}`
  await readFile('/dev/null')
  if (given === undefined) delete process.env[variable]
}
