import { Button } from '../../ui/action/button.tsx'
import { Status } from '../../ui/data/status.tsx'
import { Countdown } from '../../ui/data/time.tsx'
import { Select } from '../../ui/form/select.tsx'
import { simulatorWords } from '../../words/words.ts'
import { behaviorLine, type SimulatedNumber } from './simulator.ts'
import styles from './simulator.module.css'

const words = simulatorWords

interface NumberBarProps {
  readonly numbers: readonly SimulatedNumber[]
  readonly chosen: SimulatedNumber
  readonly onChoose: (id: number) => void
  readonly onBehavior: () => void
}

/** Which simulated number, and how its phone behaves. */
export function NumberBar({ numbers, chosen, onChoose, onBehavior }: NumberBarProps) {
  const { offline_until: backAt } = chosen.behavior
  return (
    <div className={styles.bar}>
      <Select
        compact
        label={words.number}
        value={String(chosen.id)}
        onChange={(id) => onChoose(Number(id))}
        options={numbers.map(({ id, display, label, dedicated }) => ({
          value: String(id),
          label: display,
          note: `${label === '' ? '' : `${label} · `}${dedicated ? words.dedicated : words.shared}`,
        }))}
      />
      <span className={styles.behavior}>
        <Status word={chosen.online ? words.summary.online : words.summary.offline} />
        {!chosen.online && backAt !== null && (
          <span className="pencil">
            {words.summary.back} <Countdown to={backAt} />
          </span>
        )}
        <span className="pencil">{behaviorLine(chosen)}</span>
      </span>
      <Button icon="settings" onClick={onBehavior}>
        {words.behavior.title}
      </Button>
    </div>
  )
}
