import type { Context } from '../../api/context.ts'
import { sqlState } from '../../platform/database/connection.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { DatabaseUnavailable } from '../../platform/database/health.ts'
import { queryable } from '../../platform/database/queryable.ts'

/**
 * All that `read` reads is as of one moment. A snapshot holds back the vacuum, so `read` should not last longer than lists take.
 * Throws `DatabaseUnavailable` when the connection is lost.
 */
export async function inSnapshot<Result>(
  { connect }: Pick<Context, 'connect'>,
  read: (database: Queryable) => Promise<Result>,
): Promise<Result> {
  const client = await connect()
  const losses: Error[] = []
  client.on('error', (error) => losses.push(error))
  try {
    await client.query('begin isolation level repeatable read read only')
    return await read(queryable(client))
  } catch (error) {
    // 57P: the server ends the connection.
    throw losses.length > 0 || sqlState(error)?.startsWith('57P') ? new DatabaseUnavailable(error) : error
  } finally {
    await client.end()
  }
}
