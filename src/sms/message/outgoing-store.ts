import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { systemAccountId } from '../account/model.ts'
import { optedOut } from '../optout/rules.ts'
import { poolLane, systemLane } from '../lanes.ts'
import type { Message } from './model.ts'

export interface OutgoingText {
  readonly body: string
  readonly sealedBody: Buffer | null
  readonly segments: number
  readonly clientRef: string | null
  readonly sender: OutgoingSender | null
  readonly groupId: number | null
  readonly expiresAt: Date
  readonly recipients: readonly Recipient[]
}

export interface OutgoingSender {
  readonly id: number
  /** null: the message is not shown to anyone. */
  readonly phone: string | null
}

export interface Recipient {
  readonly phone: string
  readonly chargeMicros: number
  readonly optedOut: boolean
}

/** Queues the messages, except to phones that opted out. Needs the lock of the account. */
export async function insertOutgoing(
  tx: Transaction,
  workspaceId: number,
  createdAt: Date,
  texts: readonly OutgoingText[],
): Promise<Message[][]> {
  const recipients = texts.flatMap((text, index) =>
    text.recipients.map((each) => ({ ...each, text: index + 1 })),
  )
  const anyNumber = workspaceId === systemAccountId ? systemLane : poolLane
  const ids = await tx.rows<{ id: number }>(sql`
    with /* sms.message.insertOutgoing */ m as (
      insert into sms.message
        (workspace_id, direction, phone, body, sealed_body, status, segments, client_ref, number_id, group_id,
         charge_micros, created_at, expires_at, error_code, error_message)
      select ${workspaceId}, 'out', recipient.phone, text.body, text.sealed_body,
             case when recipient.opted_out then 'failed' else 'queued' end,
             text.segments, text.client_ref, text.number_id, text.group_id,
             recipient.charge, ${createdAt}::timestamptz, text.expires_at,
             case when recipient.opted_out then ${optedOut.code}::text end,
             case when recipient.opted_out then ${optedOut.message}::text end
        from unnest(
               ${recipients.map(({ text }) => text)}::bigint[], ${recipients.map(({ phone }) => phone)}::text[],
               ${recipients.map(({ chargeMicros }) => chargeMicros)}::bigint[],
               ${recipients.map(({ optedOut: isOut }) => isOut)}::boolean[]
             ) with ordinality as recipient (text, phone, charge, opted_out, place)
        join unnest(
               ${texts.map(({ body }) => body)}::text[], ${texts.map(({ sealedBody }) => sealedBody)}::bytea[],
               ${texts.map(({ segments }) => segments)}::int[], ${texts.map(({ clientRef }) => clientRef)}::text[],
               ${texts.map(({ sender }) => sender?.id ?? null)}::bigint[],
               ${texts.map(({ groupId }) => groupId)}::bigint[], ${texts.map(({ expiresAt }) => expiresAt)}::timestamptz[]
             ) with ordinality as text (body, sealed_body, segments, client_ref, number_id, group_id, expires_at, place)
          on text.place = recipient.text
       order by recipient.place
      returning id, phone, status, number_id, expires_at
    ),
    queued as (
      insert into sms.queue (message_id, workspace_id, lane, phone, expires_at)
      select id, ${workspaceId}, coalesce(number_id, ${anyNumber}), phone, expires_at from m where status = 'queued'
    ),
    conversation as (
      insert into sms.conversation as c (workspace_id, phone, last_id)
      select ${workspaceId}, phone, max(id) from m
       where ${workspaceId} <> ${systemAccountId}::bigint
       group by phone
       order by phone collate "C"
      on conflict (workspace_id, phone) do update set last_id = excluded.last_id
    )
    select id from m order by id`)
  if (workspaceId !== systemAccountId)
    tx.tell({ scope: workspaceId, topic: 'messages', ids: ids.map(({ id }) => id) })
  let next = 0
  return texts.map((text) =>
    text.recipients.map(({ phone }) => accepted(text, { id: ids[next++]?.id ?? 0, phone, createdAt })),
  )
}

const accepted = (
  { segments, body, clientRef, sender, groupId, expiresAt }: OutgoingText,
  { id, phone, createdAt }: { readonly id: number; readonly phone: string; readonly createdAt: Date },
): Message => ({
  id,
  direction: 'out',
  phone,
  status: 'queued',
  segments,
  body,
  client_ref: clientRef,
  number_id: sender?.id ?? null,
  number: sender?.phone ?? null,
  group_id: groupId,
  error: null,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
  sent_at: null,
})
