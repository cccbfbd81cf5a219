import type { Context } from '../../api/context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { queryable } from '../../platform/database/queryable.ts'

/** All that `read` reads is as of one moment. It holds back the vacuum, so it should not last longer than lists take. */
export async function inSnapshot<Result>(
  { connect }: Pick<Context, 'connect'>,
  read: (database: Queryable) => Promise<Result>,
): Promise<Result> {
  const client = await connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    return await read(queryable(client))
  } finally {
    await client.end()
  }
}
