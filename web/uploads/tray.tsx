import { useEffect, useRef, useState, type RefObject } from 'react'
import { useNow } from '../ui/now.ts'
import { IconButton } from '../ui/action/icon-button.tsx'
import { Button, buttonClass } from '../ui/action/button.tsx'
import { uploadsWords as words } from '../words/words.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { guard, loggedOut } from './guard.ts'
import { allUploads, clearFinished, isAway, preparing, restore, speed, version } from './queue.ts'
import { announcementOf, countsOf, rowsOf, shownOf, summaryOf, type Counts } from './summary.ts'
import { TaskRow } from './task-row.tsx'
import { clearEndedTasks, tasks } from './tasks.ts'
import styles from './tray.module.css'
import { UploadRow } from './upload-row.tsx'
import { useValue } from './use-value.ts'

/** The region Uploads: files on their way and work on files. On every page, and empty without any. */
export function Tray() {
  useEffect(() => {
    guard()
    void restore()
  }, [])
  useValue(version)
  const work = useValue(tasks)
  const waiting = useValue(preparing)
  const uploads = allUploads()
  return (
    <>
      {uploads.length + work.length + waiting > 0 && <Panel />}
      <ConflictDialog />
    </>
  )
}

function Panel() {
  const [open, setOpen] = useState(true)
  const toggle = useRef<HTMLButtonElement>(null)
  const out = useValue(loggedOut)
  const around = { away: isAway(), loggedOut: out }
  const all = allUploads()
  const work = useValue(tasks)
  const counts = countsOf(all)
  const rows = rowsOf(all, around)
  const hasEnded = counts.done + counts.failed > 0 || work.some(({ state }) => state !== 'running')
  useKeptFocus(toggle)
  return (
    <>
      <div className={styles.spacer} />
      <section aria-label={words.region} className={styles.tray}>
        <div className={styles.top}>
          <Head counts={counts} around={around} />
          <IconButton
            ref={toggle}
            icon={open ? 'chevronDown' : 'chevronUp'}
            label={open ? words.collapse : words.expand}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
        </div>
        {out && <LoggedOut />}
        {open && (
          <>
            <ul aria-label={words.list} className={styles.rows} tabIndex={-1}>
              {work.map((task) => (
                <TaskRow key={`task-${task.id}`} task={task} />
              ))}
              {rows.map((upload) => (
                <UploadRow key={upload.id} {...shownOf(upload, around)} />
              ))}
              {all.length > rows.length && (
                <li className={styles.more}>{words.more(all.length - rows.length)}</li>
              )}
            </ul>
            {hasEnded && (
              <div className={styles.foot}>
                <Button
                  onClick={() => {
                    clearFinished()
                    clearEndedTasks()
                  }}
                >
                  {words.clear}
                </Button>
              </div>
            )}
          </>
        )}
      </section>
    </>
  )
}

interface HeadProps {
  readonly counts: Counts
  readonly around: { readonly away: boolean; readonly loggedOut: boolean }
}

function Head({ counts, around }: HeadProps) {
  const waiting = useValue(preparing)
  const running = useValue(tasks).filter(({ state }) => state === 'running').length
  const work = { counts, ...around, preparing: waiting, tasks: running, speed: useSpeed() }
  const { moving, size, sent } = counts
  return (
    <div className={styles.head}>
      <p className={styles.summary}>{summaryOf(work)}</p>
      {moving > 0 && (
        <div className={styles.whole} aria-hidden="true">
          <span style={{ width: `${size > 0 ? (sent / size) * 100 : 0}%` }} />
        </div>
      )}
      <output className="visually-hidden">{announcementOf(work)}</output>
    </div>
  )
}

/** Read again every second. */
function useSpeed(): number | undefined {
  return speed.read(useNow(1).getTime())
}

function LoggedOut() {
  return (
    <div className={styles.notice} role="alert">
      <p>{words.loggedOut}</p>
      <a className={buttonClass('filled')} href="/login" target="_blank" rel="noreferrer">
        {words.logIn}
      </a>
    </div>
  )
}

/** A row that goes takes its buttons along. The focus moves to the head instead of getting lost. */
function useKeptFocus(head: RefObject<HTMLButtonElement | null>): void {
  const within = useRef(false)
  useEffect(() => {
    const note = () => {
      within.current = head.current?.closest('section')?.contains(document.activeElement) === true
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [head])
  useEffect(() => {
    if (within.current && document.activeElement === document.body) head.current?.focus()
  })
}
