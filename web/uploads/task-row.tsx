import { Link } from '@tanstack/react-router'
import { IconButton } from '../ui/action/icon-button.tsx'
import { Status } from '../ui/data/status.tsx'
import { useNow } from '../ui/now.ts'
import { uploadsWords as words } from '../words/words.ts'
import { removeTask, type RunningTask } from './tasks.ts'
import styles from './tray.module.css'

/** Work on files: with its progress where that is known, and always with its time. */
export function TaskRow({ task }: { readonly task: RunningTask }) {
  const { id, kind, name, state, startedMs, endedMs, share, reason, end } = task
  const now = useNow(1).getTime()
  const done = state === 'done' ? 1 : state === 'failed' ? (share ?? 0) : share
  return (
    <li className={styles.row}>
      <span className={styles.name} title={name}>
        {name}
      </span>
      <span className={styles.actions}>
        {end && (
          <Link to={end.show} className={styles.show} aria-label={words.show(name)}>
            {words.showShort}
          </Link>
        )}
        {state !== 'done' && (
          <IconButton
            small
            icon="close"
            label={words.cancel(name)}
            onClick={state === 'running' ? task.cancel : () => removeTask(id)}
          />
        )}
      </span>
      <progress aria-label={name} {...(done !== undefined && { value: done })} />
      <span className={styles.state}>
        <Status word={state === 'running' ? words.tasks[kind] : words.states[state]} />
        <span className="pencil">{words.elapsed(((endedMs ?? now) - startedMs) / 1000)}</span>
      </span>
      {end?.note !== undefined && <span className={styles.note}>{end.note}</span>}
      {reason !== undefined && <span className={styles.note}>{reason}</span>}
    </li>
  )
}
