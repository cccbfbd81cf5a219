import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'

/**
 * Advisory lock: "Blob" in ASCII, and a number. A backup holds it alone while it copies the blobs of its snapshot; those
 * who remove the bytes of live blobs share it. Requests never need it, because they only remove unpublished bytes.
 */
const lockSpace = 0x426c6f62
const lockNumber = 1

const waitMs = 2000

interface Connecting {
  readonly connect: () => Promise<Client>
}

/** Runs `remove`, or returns false because a backup is copying blobs. */
export async function removeUnlessCopied(
  { connect }: Connecting,
  remove: () => Promise<void>,
): Promise<boolean> {
  const client = await connect()
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'select /* platform.blobs.removeUnlessCopied */ pg_try_advisory_lock_shared($1, $2) as locked',
      [lockSpace, lockNumber],
    )
    if (rows[0]?.locked !== true) return false
    await remove()
    return true
  } finally {
    await client.end()
  }
}

/** The same, but waits until no backup copies blobs. */
export async function removeWhenNotCopied(context: Connecting, remove: () => Promise<void>): Promise<void> {
  while (!(await removeUnlessCopied(context, remove))) await pause(waitMs)
}

/** Waits for removals that run. The lock ends with the connection or `letRemove`. */
export async function keepBlobs(client: Client): Promise<void> {
  await client.query('select /* platform.blobs.keepBlobs */ pg_advisory_lock($1, $2)', [
    lockSpace,
    lockNumber,
  ])
}

export async function letRemove(client: Client): Promise<void> {
  await client.query('select /* platform.blobs.letRemove */ pg_advisory_unlock($1, $2)', [
    lockSpace,
    lockNumber,
  ])
}
