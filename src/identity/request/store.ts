import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RequestEntry } from './window.ts'

export function insertRequests(database: Queryable, entries: readonly RequestEntry[]): Promise<number> {
  const requests = entries.map(({ request }) => request)
  const requesters = requests.map(({ requester }) => requester)
  return database.run(sql`
    insert /* identity.request.insertRequests */ into identity.request
      (at, request_id, workspace_id, user_id, key_id, service, operation, method, path, status, code, ms, address)
    select * from unnest(
      ${entries.map(({ at }) => at)}::timestamptz[],
      ${requests.map(({ requestId }) => requestId)}::text[],
      ${requesters.map(({ workspaceId }) => workspaceId ?? null)}::bigint[],
      ${requesters.map(({ userId }) => userId)}::bigint[],
      ${requesters.map(({ keyId }) => keyId ?? null)}::bigint[],
      ${requests.map(({ service }) => service)}::text[],
      ${requests.map(({ endpoint }) => endpoint?.id ?? null)}::text[],
      ${requests.map(({ method }) => method)}::text[],
      ${requests.map(({ endpoint }) => endpoint?.definition.path ?? null)}::text[],
      ${requests.map(({ status }) => status)}::smallint[],
      ${requests.map(({ code }) => code ?? null)}::text[],
      ${requests.map(({ ms }) => Math.round(ms * 10) / 10)}::real[],
      ${requests.map(({ address }) => address)}::text[])`)
}

/** The oldest first. Resolves with the number deleted, at most `max`. */
export const deleteRequests = (database: Queryable, before: Date, max: number): Promise<number> =>
  database.run(sql`
    delete /* identity.request.deleteRequests */ from identity.request
     where (at, id) in (select at, id from identity.request where at < ${before} order by at, id limit ${max})`)
