import { call, type Data } from '../../api/call.ts'
import { queries } from '../../api/queries.ts'
import { withRow, type Grown, type RowKind } from './growing.ts'
import type { GrowingSource } from './use-growing-list.ts'

export type Text = Data<'sms.getMessage'>['message']
export type TextStatus = Text['status']

const pageRows = 50
const groupPageRows = 200
/** A delivery report may come late, but hardly later. */
const reportMsMax = 86_400_000

function isSettled({ status, sent_at: sentAt }: Text): boolean {
  if (status === 'queued' || status === 'sending') return false
  const mayBeDelivered = status === 'sent' && sentAt !== null
  return !mayBeDelivered || new Date().getTime() - new Date(sentAt).getTime() > reportMsMax
}

export const textKind: RowKind<Text> = { idOf: ({ id }) => id, keyOf: ({ id }) => id, isSettled }

/** The texts with one phone. */
export const threadSource = (workspace: number, phone: string): GrowingSource<Text> => ({
  ...textKind,
  key: [String(workspace), 'sms.listMessages', { workspace, query: { phone } }, 'thread'],
  async fetchPage(before, signal) {
    const { data } = await call(
      'sms.listMessages',
      { workspace, query: { phone, limit: pageRows, before_id: before } },
      { signal },
    )
    return { rows: data.messages, next: data.next_before_id }
  },
})

/** The texts of one group. A page has as many as it can: the copies of a text to a full group are half of it. */
export const groupSource = (workspace: number, group: number): GrowingSource<Text> => ({
  ...textKind,
  key: [String(workspace), 'sms.listMessages', { workspace, query: { group_id: group } }, 'thread'],
  async fetchPage(before, signal) {
    const query = { group_id: group, limit: groupPageRows, before_id: before }
    const { data } = await call('sms.listMessages', { workspace, query }, { signal })
    return { rows: data.messages, next: data.next_before_id }
  },
})

/** Shows a text that the server has answered with, before its threads are fetched again. */
export function showText(workspace: number, text: Text): void {
  const { phone, group_id: group } = text
  const sources = [threadSource(workspace, phone), ...(group === null ? [] : [groupSource(workspace, group)])]
  for (const { key } of sources)
    queries.setQueryData<Grown<Text>>(key, (known) => known && withRow(known, text, textKind))
}
