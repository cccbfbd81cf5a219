import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { mayBePhone, recipientsMax } from './recipients.ts'

/** The server accepts no longer ones as phone numbers. */
const entryMax = 250

const none: ReadonlySet<string> = new Set()

/** Those of some recipients that sent STOP, as they were entered. One read for all, which texts that arrive do not repeat. */
export function useOptOuts(workspace: number, entries: readonly string[]): ReadonlySet<string> {
  const phones = entries
    .filter((entry) => mayBePhone(entry) && entry.length <= entryMax)
    .slice(0, recipientsMax)
  const { data } = useQuery({
    ...read('listOptOuts', { workspace, body: { phones } }),
    enabled: phones.length > 0,
    placeholderData: keepPreviousData,
  })
  return data ? new Set(data.map(({ phone }) => phone)) : none
}
