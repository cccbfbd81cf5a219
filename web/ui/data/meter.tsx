import { Meter as Base } from '@base-ui/react/meter'
import { uiWords } from '../../words/words.ts'
import styles from './meter.module.css'

interface MeterProps {
  readonly label: string
  readonly value: number
  /** Undefined: unlimited. */
  readonly max: number | undefined
  /** Writes a number with its unit. */
  readonly format?: (value: number) => string
  /** Instead of "value of max". */
  readonly text?: string
  /** Below: when it resets, or what happens at the limit. */
  readonly note?: string
}

/** How much of a limit is used. */
export function Meter({ label, value, max, format = String, note, ...given }: MeterProps) {
  const { text = max === undefined ? format(value) : uiWords.of(format(value), format(max)) } = given
  const share = max === undefined || max === 0 ? 0 : value / max
  const level = share >= 1 ? styles.full : share >= 0.9 ? styles.near : ''
  return (
    <Base.Root
      value={Math.min(value, max ?? value)}
      max={max ?? Math.max(value, 1)}
      getAriaValueText={() => text}
      className={styles.meter}
    >
      <Base.Label className={styles.label}>{label}</Base.Label>
      <span className={styles.value}>{text}</span>
      {max !== undefined && (
        <Base.Track className={styles.track}>
          <Base.Indicator className={`${styles.bar} ${level}`} />
        </Base.Track>
      )}
      {note !== undefined && <p className={styles.note}>{note}</p>}
    </Base.Root>
  )
}
