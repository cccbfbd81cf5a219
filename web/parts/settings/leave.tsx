import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { queries } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { settingsWords as words } from '../../words/words.ts'
import { sessionQuery, useWorkspace } from '../session/session.ts'
import styles from './settings.module.css'

interface LeaveProps {
  readonly asking: boolean
  readonly onAsk: (asking: boolean) => void
  readonly onLeft: () => void
}

export function Leave({ asking, onAsk, onLeft }: LeaveProps) {
  const { id, name, role } = useWorkspace()
  const left = useRef(false)
  const leave = async () => {
    await call('leaveWorkspace', { id })
    left.current = true
    toast.say(words.left(name))
  }
  const close = () => {
    // One of the two, because the later navigation would end the earlier one.
    if (!left.current) return onAsk(false)
    onLeft()
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  return (
    <section className="section">
      <h2>{words.leaveTitle}</h2>
      <p className="pencil">{role === 'owner' ? words.ownerStays : words.leaveSentence}</p>
      <p className={styles.below}>
        <Button
          icon="logOut"
          onClick={() => onAsk(true)}
          disabledReason={role === 'owner' ? words.ownerStays : undefined}
        >
          {words.leave}
        </Button>
      </p>
      <ConfirmDialog
        open={asking && role !== 'owner'}
        onClose={close}
        title={words.confirmTitle(name)}
        verb={words.leave}
        onConfirm={leave}
      >
        <p>{words.confirmSentence}</p>
      </ConfirmDialog>
    </section>
  )
}
