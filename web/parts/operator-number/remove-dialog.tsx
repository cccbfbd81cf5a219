import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { operatorNumberWords as words } from '../../words/words.ts'
import type { NumberDetails } from './number.ts'

interface RemoveNumberProps {
  readonly number: NumberDetails
  readonly open: boolean
  readonly onClose: () => void
  /** True until the answer: a page of the number must not read it meanwhile. */
  readonly onRemoving: (removing: boolean) => void
  readonly onRemoved: () => Promise<unknown>
}

export function RemoveNumber({ number, open, onClose, onRemoving, onRemoved }: RemoveNumberProps) {
  const { id, display, workspace, pool, queued } = number
  const isGone = useRef(false)
  const remove = async () => {
    onRemoving(true)
    const { data } = await call('removeNumber', { id }).catch((error: unknown) => {
      onRemoving(false)
      throw error
    })
    isGone.current = true
    toast.say(words.removed(display, data.failed))
    await onRemoved()
    void invalidate(undefined, 'numbers')
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={() => {
        if (!isGone.current) onClose()
      }}
      title={words.removeTitle(display)}
      verb={words.remove}
      onConfirm={remove}
      typed={number.number}
    >
      <p>
        {workspace
          ? words.removeEffect.workspace(workspace.name)
          : pool
            ? words.removeEffect.pool
            : words.removeEffect.nobody}
      </p>
      {queued > 0 && <p>{words.removeFails(queued)}</p>}
    </ConfirmDialog>
  )
}
