import { anyUser } from '../../identity/user/store.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Whether the installation has people. The schema may be of any version, or empty. */
export async function isInUse(database: Queryable): Promise<boolean> {
  const known = await database.first(sql`
    select /* backup.upgrade.isInUse */ where to_regclass('identity."user"') is not null`)
  return known !== undefined && anyUser(database)
}
