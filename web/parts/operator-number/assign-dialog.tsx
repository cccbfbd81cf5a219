import { useState } from 'react'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { operatorNumberWords as words, uiWords } from '../../words/words.ts'
import { AssignmentFields, assignmentBody, type Assignment } from './assignment.tsx'
import type { NumberDetails } from './number.ts'

interface AssignNumberProps {
  readonly number: NumberDetails
  readonly open: boolean
  readonly onClose: () => void
}

export function AssignNumber({ open, ...rest }: AssignNumberProps) {
  return (
    <Dialog open={open} onClose={rest.onClose} title={words.assignTitle(rest.number.display)} size="form">
      <AssignForm {...rest} />
    </Dialog>
  )
}

/** Mounted with the open dialog, so that its state ends with it. */
function AssignForm({ number, onClose }: Omit<AssignNumberProps, 'open'>) {
  const [assignment, setAssignment] = useState<Assignment>({ to: number.pool ? 'workspace' : 'pool' })
  const assign = async () => {
    const { data } = await call('updateNumber', { id: number.id, body: assignmentBody(assignment) })
    toast.say(
      words.assigned(number.display, data.failed, data.phone_disconnected) +
        words.leftPool(data.taken_out.length),
    )
    onClose()
    await invalidate(undefined, 'numbers')
  }
  return (
    <Form onSubmit={assign}>
      <AssignmentFields carrier={number.carrier} value={assignment} onChange={setAssignment} />
      {number.queued > 0 && assignment.to === 'workspace' && <p>{words.assignFails(number.queued)}</p>}
      <FormActions>
        <Button onClick={onClose}>{uiWords.cancel}</Button>
        <SubmitButton>{words.assign}</SubmitButton>
      </FormActions>
    </Form>
  )
}
