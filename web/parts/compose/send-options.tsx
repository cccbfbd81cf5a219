import { Select, type Option } from '../../ui/form/select.tsx'
import { messageWords } from '../../words/words.ts'
import { pool, ttls, type Draft, type Ttl } from './draft.ts'

const words = messageWords.composer

interface SendOptionsProps {
  readonly senders: readonly Option<string>[]
  /** undefined while it is loading. */
  readonly from: string | undefined
  readonly ttl: Ttl
  readonly onChange: (change: Partial<Draft>) => void
}

/** Which number sends, and how long the text may wait for it. */
export const SendOptions = ({ senders, from, ttl, onChange }: SendOptionsProps) => (
  <>
    <Select
      label={words.from}
      compact
      value={from ?? pool}
      options={senders}
      onChange={(chosen) => onChange({ from: chosen })}
    />
    <Select
      label={words.expires}
      compact
      value={ttl}
      options={ttls.map((value) => ({ value, label: words.ttl[value] }))}
      onChange={(chosen) => onChange({ ttl: chosen })}
    />
  </>
)
