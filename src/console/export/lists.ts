import type { Context } from '../../api/context.ts'
import { exportAccesses, exportShares } from '../../files/export/shares.ts'
import { folderNames } from '../../files/public.ts'
import { exportInvitations, exportMembers } from '../../iam/export/lists.ts'
import { listOfWorkspace, type AuditRow } from '../../identity/audit/store.ts'
import { listWorkspaceKeys, type WorkspaceKey } from '../../identity/key/workspace-store.ts'
import { utcDay } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { pagesOf } from '../../platform/database/pages.ts'
import { exportGroups, exportMessages, exportOptOuts } from '../../sms/export/lists.ts'
import { phonesOfNumbers } from '../../sms/number/store.ts'
import { exportDeliveries, exportWebhooks } from '../../webhooks/export/lists.ts'
import { namedEntries } from '../audit/named-entries.ts'
import { toDelivery } from '../delivery/model.ts'
import { toKey } from '../key/model.ts'
import { listDays } from '../usage/store.ts'
import { toAmount } from '../usage/rules.ts'

type Pages = AsyncIterable<readonly object[]>

/** Each becomes a file with one line a row: `messages.jsonl`. The order is that of the work. */
export const exportLists = (
  database: Queryable,
  workspaceId: number,
  context: Pick<Context, 'clock' | 'origins'>,
): Readonly<Record<string, Pages>> => {
  const now = context.clock.now()
  return {
    members: exportMembers(database, workspaceId),
    invitations: exportInvitations(database, workspaceId, now),
    keys: exportKeys(database, workspaceId, now),
    webhooks: exportWebhooks(database, workspaceId),
    deliveries: shownDeliveries(database, workspaceId),
    shares: exportShares(database, workspaceId, context),
    'share-accesses': exportAccesses(database, workspaceId),
    groups: exportGroups(database, workspaceId),
    'opt-outs': exportOptOuts(database, workspaceId),
    messages: exportMessages(database, workspaceId),
    usage: exportDays(database, workspaceId, now),
    audit: exportAudit(database, workspaceId),
  }
}

/** As the app lists them, also ended ones; never a key itself or its hash. */
async function* exportKeys(database: Queryable, workspaceId: number, now: Date): Pages {
  const pages = pagesOf<WorkspaceKey>((last, limit) =>
    listWorkspaceKeys(database, { workspaceId, before: last?.id }, now, limit),
  )
  for await (const page of pages) {
    const folders = await folderNames({ database }, workspaceId, present(page.map((row) => row.folder_id)))
    const phones = await phonesOfNumbers(database, present(page.map((row) => row.number_id)))
    yield page.map((row) => {
      const { requests_24h: _requests, ...key } = toKey(row, { folders, phones, requests: new Map() }, now)
      return key
    })
  }
}

const present = <Value>(values: readonly (Value | null)[]): Value[] => [
  ...new Set(values.flatMap((value) => value ?? [])),
]

async function* shownDeliveries(database: Queryable, workspaceId: number): Pages {
  for await (const page of exportDeliveries(database, workspaceId))
    yield page.map(({ webhook_id: webhookId, ...row }) => ({ webhook_id: webhookId, ...toDelivery(row) }))
}

/** A line for each day with texts. */
async function* exportDays(database: Queryable, workspaceId: number, now: Date): Pages {
  const days = await listDays(database, workspaceId, { from: '0001-01-01', to: utcDay(now) })
  yield days.map(({ day, recipients, charged_micros: micros }) => ({
    day,
    texts: recipients,
    metered: toAmount(micros),
  }))
}

/** Newest first, as in the app: an operator's own data stays out. */
async function* exportAudit(database: Queryable, workspaceId: number): Pages {
  const pages = pagesOf<AuditRow>((last, limit) =>
    listOfWorkspace(database, { workspaceId, before: last?.id }, limit),
  )
  for await (const page of pages) yield await namedEntries(database, workspaceId, page)
}
