import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RequestRow } from './list-store.ts'

/** Names by ID. */
export interface Requesters {
  readonly people: ReadonlyMap<number, string>
  readonly keys: ReadonlyMap<number, string>
}

interface Named {
  readonly kind: 'key' | 'person'
  readonly id: number
  readonly name: string
}

/** The people and keys that made these requests, under the names that they have now. */
export async function findRequesters(
  database: Queryable,
  requests: readonly Pick<RequestRow, 'user_id' | 'key_id'>[],
): Promise<Requesters> {
  const userIds = [...new Set(requests.map((request) => request.user_id))]
  const keyIds = [...new Set(requests.flatMap((request) => request.key_id ?? []))]
  const named = await database.rows<Named>(sql`
    select /* identity.request.findRequesters */ 'person' as kind, id, btrim(first_name || ' ' || last_name) as name
      from identity.user
     where id = any(${userIds}::bigint[])
    union all
    select 'key', id, name
      from identity.api_key
     where id = any(${keyIds}::bigint[])`)
  const namesOf = (wanted: Named['kind']): ReadonlyMap<number, string> =>
    new Map(named.flatMap(({ kind, id, name }) => (kind === wanted ? [[id, name] as const] : [])))
  return { people: namesOf('person'), keys: namesOf('key') }
}
