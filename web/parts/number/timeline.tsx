import { Status } from '../../ui/data/status.tsx'
import { Table, type Column } from '../../ui/data/table.tsx'
import { Time } from '../../ui/data/time.tsx'
import { numberWords } from '../../words/words.ts'
import type { NumberDetails } from './numbers.ts'
import styles from './number.module.css'

const { timeline: words, states } = numberWords

type Stretch = NumberDetails['timeline'][number]

const dayMs = 86_400_000
const [width, height, low] = [1440, 24, 8]
const listedMax = 10

const startOf = ({ from }: Stretch): number => new Date(from).getTime()
const endOf = ({ until }: Stretch): number => new Date(until).getTime()
const lengthOf = (stretch: Stretch): number => endOf(stretch) - startOf(stretch)
const stateOf = ({ online }: Stretch): string => (online ? states.online : states.offline)
const lasted = (stretch: Stretch): string => numberWords.duration(lengthOf(stretch) / 1000)

/** When a number was online: a bar, and a table of the same. */
export function Timeline({ stretches }: { readonly stretches: readonly Stretch[] }) {
  const last = stretches.at(-1)
  if (!last) return null
  const begun = endOf(last) - dayMs
  const online = stretches.filter((stretch) => stretch.online).reduce((sum, each) => sum + lengthOf(each), 0)
  const whole = stretches.reduce((sum, each) => sum + lengthOf(each), 0)
  const newest = stretches.toReversed()
  return (
    <div className="stack">
      <p>{words.share(whole === 0 ? Number(last.online) * 100 : Math.floor((online / whole) * 100))}</p>
      <figure className={styles.day} aria-hidden="true">
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
          {stretches.map((stretch) => (
            <rect
              key={stretch.from}
              className={stretch.online ? styles.online : styles.offline}
              x={((startOf(stretch) - begun) / dayMs) * width}
              width={Math.max(1, (lengthOf(stretch) / dayMs) * width)}
              y={stretch.online ? 0 : height - low}
              height={stretch.online ? height : low}
            >
              <title>
                {words.bar(stateOf(stretch), numberWords.at(new Date(stretch.from)), lasted(stretch))}
              </title>
            </rect>
          ))}
        </svg>
        <div className={styles.ends}>
          <span>{words.ago}</span>
          <span>{words.now}</span>
        </div>
      </figure>
      <Table
        name={words.name}
        columns={columns}
        rows={newest.slice(0, listedMax)}
        rowKey={({ from }) => from}
      />
      {newest.length > listedMax && <p className="pencil">{words.earlier(newest.length - listedMax)}</p>}
    </div>
  )
}

const columns: readonly Column<Stretch>[] = [
  { head: words.heads.from, kind: 'short', cell: ({ from }) => <Time at={from} /> },
  { head: words.heads.lasted, kind: 'short', cell: lasted },
  { head: words.heads.state, kind: 'short', cell: (stretch) => <Status word={stateOf(stretch)} /> },
  { head: words.heads.why, cell: ({ reason }) => (reason ? words.reasons[reason] : <None />) },
]

const None = () => <span className="pencil">–</span>
