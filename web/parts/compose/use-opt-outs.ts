import { useQueries } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { folded, mayBePhone, recipientsMax } from './recipients.ts'

/** Those of some recipients that sent STOP, as E.164 numbers. */
export function useOptOuts(workspace: number, entries: readonly string[]): ReadonlySet<string> {
  const phones = entries.filter(mayBePhone).slice(0, recipientsMax).map(folded)
  const found = useQueries({
    queries: phones.map((phone) => read('listConversations', { workspace, query: { phone, limit: 1 } })),
  })
  return new Set(
    found.flatMap(({ data = [] }) =>
      data.filter(({ opted_out_at: at }) => at !== null).map(({ phone }) => phone),
    ),
  )
}
