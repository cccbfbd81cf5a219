import type { Data } from '../../api/call.ts'
import { Meter } from '../../ui/data/meter.tsx'
import { useNow } from '../../ui/now.ts'
import { grammar, usageWords as words } from '../../words/words.ts'
import styles from './meters.module.css'

export type Usage = Data<'getUsage'>

/** What of the limits is used. */
export function Meters({ usage: { storage, texts, metered } }: { readonly usage: Usage }) {
  const now = useNow()
  const left = (new Date(texts.resets_at).getTime() - now.getTime()) / 1000
  const { used, limit, files, folders } = storage
  return (
    <div className={styles.meters}>
      <Meter
        label={words.storage}
        value={used}
        max={limit ?? undefined}
        format={words.bytes}
        note={limit === null ? words.unlimited(files, folders) : words.stored(files, folders)}
      />
      <Meter
        label={words.textsToday}
        value={texts.today}
        max={texts.allowance}
        format={words.number}
        note={words.resets(grammar.duration(left))}
      />
      {metered && (
        <Meter
          label={words.metered}
          value={metered.amount}
          max={metered.cap}
          format={words.amount}
          note={metered.cap === 0 ? words.notMetered : words.meteredNote}
        />
      )}
    </div>
  )
}
