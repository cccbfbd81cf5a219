import { Link } from '@tanstack/react-router'
import { memo, useRef, type ChangeEvent } from 'react'
import { Button } from '../ui/action/button.tsx'
import { IconButton } from '../ui/action/icon-button.tsx'
import { Status } from '../ui/data/status.tsx'
import { uploadsWords as words } from '../words/words.ts'
import { chooseAgain, goOn, startOver } from './again.ts'
import type { Upload } from './engine/model.ts'
import { pickedOf } from './picked.ts'
import { cancel, pause } from './queue.ts'
import type { Shown } from './summary.ts'
import styles from './tray.module.css'

interface UploadRowProps {
  readonly upload: Upload
  readonly state: Shown
  readonly sent: number
  /** Why it failed, or what else there is to say. */
  readonly note: string | undefined
}

/** Rendered again only when what it shows changed: uploads themselves are not replaced when they change. */
export const UploadRow = memo(function UploadRow({ upload, state, sent, note }: UploadRowProps) {
  const { name, size } = upload
  const amount = sent === 0 || state === 'done' ? words.size(size) : words.amount(sent, size)
  return (
    <li className={styles.row}>
      <Name upload={upload} isThere={state === 'done'} />
      <span className={styles.actions}>
        <Actions upload={upload} state={state} />
      </span>
      <progress aria-label={name} value={size > 0 ? sent / size : Number(state === 'done')} />
      <span className={styles.state}>
        <Status word={words.states[state]} />
        <span className="pencil">{amount}</span>
      </span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
      <Remedies upload={upload} state={state} />
    </li>
  )
})

/** Once it is stored, a link to its folder. */
function Name({ upload, isThere }: { readonly upload: Upload; readonly isThere: boolean }) {
  const { workspace, folderId: folder, folders, name } = upload
  const common = { className: styles.name, title: [...folders, name].join('/') }
  if (!isThere) return <span {...common}>{name}</span>
  return folder === null ? (
    <Link {...common} to="/w/$workspace/files" params={{ workspace }}>
      {name}
    </Link>
  ) : (
    <Link {...common} to="/w/$workspace/files/$folder" params={{ workspace, folder }}>
      {name}
    </Link>
  )
}

interface ActionsProps {
  readonly upload: Upload
  readonly state: Shown
}

function Actions({ upload, state }: ActionsProps) {
  const { name, phase, file, handle, changed } = upload
  const resumable = (state === 'paused' && (file ?? handle)) || (state === 'failed' && file && !changed)
  return (
    <>
      {phase === 'queued' && (
        <IconButton small icon="pause" label={words.pause(name)} onClick={() => pause(upload)} />
      )}
      {phase !== 'queued' && resumable && (
        <IconButton small icon="play" label={words.resume(name)} onClick={() => void goOn(upload)} />
      )}
      {state !== 'done' && (
        <IconButton small icon="close" label={words.cancel(name)} onClick={() => void cancel(upload)} />
      )}
    </>
  )
}

/** Buttons with words, for what the person has to decide. */
function Remedies({ upload, state }: ActionsProps) {
  const input = useRef<HTMLInputElement>(null)
  const { name, changed, wrong } = upload
  const choosable = state === 'lost' || (state === 'failed' && changed)
  if (!choosable) return null
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const picked = currentTarget.files ? pickedOf(currentTarget.files) : []
    currentTarget.value = ''
    void chooseAgain(upload, picked)
  }
  return (
    <span className={styles.remedies}>
      <input ref={input} type="file" multiple hidden onChange={choose} />
      <Button aria-label={words.chooseAgain(name)} onClick={() => input.current?.click()}>
        {words.again}
      </Button>
      {wrong && (
        <Button aria-label={words.uploadAsNew(name)} onClick={() => void startOver(upload, wrong)}>
          {words.asNew}
        </Button>
      )}
    </span>
  )
}
