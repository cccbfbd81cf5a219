import { Meter } from '../../ui/data/meter.tsx'
import { numberWords } from '../../words/words.ts'
import type { WorkspaceNumber } from './numbers.ts'
import styles from './number.module.css'

const words = numberWords.pace

/** How much of its budgets a number has used. */
export function Pace({ budgets }: { readonly budgets: WorkspaceNumber['budgets'] }) {
  if (budgets.length === 0) return <p>{words.none}</p>
  return (
    <div className={styles.meters}>
      {budgets.map(({ span_seconds: seconds, used, max, free_at: freeAt }) => (
        <Meter
          key={seconds}
          label={words.label(seconds)}
          value={used}
          max={max}
          text={words.used(used, max, seconds)}
          note={freeAt === null ? words.free : words.full(numberWords.at(new Date(freeAt)))}
        />
      ))}
    </div>
  )
}
