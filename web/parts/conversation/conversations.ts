import { call, type Data } from '../../api/call.ts'
import { queries } from '../../api/queries.ts'
import type { Grown, RowKind } from '../message/growing.ts'
import { textKind } from '../message/thread.ts'
import type { GrowingSource } from '../message/use-growing-list.ts'

export type Conversation = Data<'listConversations'>[number]

/** In the URL, of every page of Messages. */
export interface ListSearch {
  /** A phone number, as typed. */
  readonly find?: string | undefined
  readonly show?: 'unread' | undefined
}

const pageRows = 50

export const conversationKind: RowKind<Conversation> = {
  idOf: ({ last }) => last.id,
  keyOf: ({ phone }) => phone,
  isSettled: ({ last }) => textKind.isSettled(last),
}

export const conversationsSource = (
  workspace: number,
  { find, show }: ListSearch,
): GrowingSource<Conversation> => {
  const filter = { phone: find, unread: show === 'unread' ? ('true' as const) : undefined }
  return {
    ...conversationKind,
    key: [String(workspace), 'listConversations', { workspace, query: filter }, 'list'],
    async fetchPage(before, signal) {
      const query = { ...filter, before, limit: pageRows }
      const { data, meta } = await call('listConversations', { workspace, query }, { signal })
      return { rows: data, next: meta.next_before }
    },
  }
}

/** The dot goes before the server has answered. */
export function showRead(workspace: number, phone: string): void {
  queries.setQueriesData<Grown<Conversation>>(
    {
      predicate: ({ queryKey: [owner, operation, , kind] }) =>
        owner === String(workspace) && operation === 'listConversations' && kind === 'list',
    },
    (known) =>
      known && {
        ...known,
        rows: known.rows.map((row) => (row.phone === phone && row.unread ? { ...row, unread: false } : row)),
      },
  )
}
