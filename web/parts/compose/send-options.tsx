import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { Select } from '../../ui/form/select.tsx'
import { messageWords } from '../../words/words.ts'
import { pool, ttls, type Draft } from './draft.ts'

const words = messageWords.composer

interface SendOptionsProps {
  readonly workspace: number
  readonly draft: Draft
  readonly onChange: (change: Partial<Draft>) => void
}

/** Which number sends, and how long the text may wait for it. */
export function SendOptions({ workspace, draft, onChange }: SendOptionsProps) {
  const { data } = useQuery(read('sms.listNumbers', { workspace }))
  const numbers = (data?.numbers ?? []).map(({ id, display, label, online }) => ({
    value: String(id),
    label: display,
    note: online ? label : [label, words.offline].filter((part) => part !== '').join(' · '),
  }))
  const known = draft.from === pool || numbers.some(({ value }) => value === draft.from)
  return (
    <>
      <Select
        label={words.from}
        compact
        value={known ? draft.from : pool}
        options={[{ value: pool, label: words.pool, note: words.poolNote }, ...numbers]}
        onChange={(from) => onChange({ from })}
      />
      <Select
        label={words.expires}
        compact
        value={draft.ttl}
        options={ttls.map((value) => ({ value, label: words.ttl[value] }))}
        onChange={(ttl) => onChange({ ttl })}
      />
    </>
  )
}
