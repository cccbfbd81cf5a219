import { call, type Data } from '../../api/call.ts'
import { queries } from '../../api/queries.ts'
import { withRow, type Grown, type RowKind } from './growing.ts'
import type { GrowingSource } from './use-growing-list.ts'

export type Text = Data<'sms.getMessage'>['message']
export type TextStatus = Text['status']

const pageRows = 50
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

/** Shows a text that the server has answered with, before the thread is fetched again. */
export function showText(workspace: number, text: Text): void {
  queries.setQueryData<Grown<Text>>(
    threadSource(workspace, text.phone).key,
    (known) => known && withRow(known, text, textKind),
  )
}
