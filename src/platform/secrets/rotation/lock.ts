import type { PlatformContext } from '../../context.ts'
import { queryable } from '../../database/queryable.ts'
import { sql } from '../../database/sql.ts'
import { OperatorError } from '../../operator-error.ts'

/** Advisory lock: "Bure" in ASCII, and a number. */
const lockSpace = 0x42757265
const lockNumber = 20

/** Throws OperatorError if the lock was lost, with the connection to the database. */
export type StillLocked = () => Promise<void>

/** Lets one process at a time change the keys of an installation. Throws OperatorError when another one does. */
export async function withRotationLock<Result>(
  { connect }: Pick<PlatformContext, 'connect'>,
  work: (stillLocked: StillLocked) => Promise<Result>,
): Promise<Result> {
  const client = await connect()
  try {
    const database = queryable(client)
    const { locked } = await database.one<{ locked: boolean }>(sql`
      select /* platform.rotation.withRotationLock */ pg_try_advisory_lock(${lockSpace}, ${lockNumber}) as locked`)
    if (!locked)
      throw new OperatorError('Another process is changing the secret keys. Try again when it has ended.')
    return await work(async () => {
      await database.run(sql`select /* platform.rotation.withRotationLock.2 */ 1`).catch((cause: unknown) => {
        throw new OperatorError(
          'The connection to the database was lost. Run the command again; it continues where it ended.',
          { cause },
        )
      })
    })
  } finally {
    await client.end().catch(() => {})
  }
}
