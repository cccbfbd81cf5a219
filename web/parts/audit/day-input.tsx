import styles from './day-input.module.css'

interface DayInputProps {
  readonly label: string
  /** `2026-05-04`. */
  readonly value: string | undefined
  readonly onChange: (day: string | undefined) => void
}

/** A day in a row of filters, with its label inside. */
export function DayInput({ label, value, onChange }: DayInputProps) {
  return (
    <label className={styles.day}>
      <span>{label}</span>
      <input
        type="date"
        max="9998-12-31"
        value={value ?? ''}
        onChange={({ currentTarget: { value: day } }) => onChange(day === '' ? undefined : day)}
      />
    </label>
  )
}
