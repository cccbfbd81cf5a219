import styles from './bar-chart.module.css'

export interface Bar {
  /** Such as "May 4". */
  readonly label: string
  readonly value: number
}

interface BarChartProps {
  readonly name: string
  readonly bars: readonly Bar[]
  readonly format: (value: number) => string
  /** The heads of the table that screen readers get instead. */
  readonly heads: readonly [label: string, value: string]
}

const [height, slot, gap] = [120, 24, 6]

/** A row of bars, such as 31 days. */
export function BarChart({ name, bars, format, heads }: BarChartProps) {
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  const width = bars.length * slot
  const heightOf = (value: number) => (value === 0 ? 1 : Math.max(2, (value / highest) * height))
  return (
    <figure className={styles.chart}>
      <div className={styles.scale} aria-hidden="true">
        <span>{format(highest)}</span>
      </div>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ label, value }, index) => (
          <g key={label} className={styles.bar}>
            <title>{`${label}: ${format(value)}`}</title>
            <rect className={styles.hit} x={index * slot} y={0} width={slot} height={height} />
            <rect
              className={value === 0 ? styles.empty : styles.full}
              x={index * slot + gap / 2}
              y={height - heightOf(value)}
              width={slot - gap}
              height={heightOf(value)}
            />
          </g>
        ))}
      </svg>
      <div className={styles.ends} aria-hidden="true">
        <span>{bars.at(0)?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      <div className="visually-hidden">
        <table aria-label={name}>
          <thead>
            <tr>
              <th scope="col">{heads[0]}</th>
              <th scope="col">{heads[1]}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
