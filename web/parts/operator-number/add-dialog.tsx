import { useState } from 'react'
import { call, type Data } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { operatorNumberWords as words, uiWords } from '../../words/words.ts'
import { AssignmentFields, assignmentBody, type Assignment } from './assignment.tsx'
import { carrierOptions, type Carrier } from './number.ts'

interface AddNumberProps {
  readonly open: boolean
  readonly onClose: () => void
  /** Runs when the number is in the list. */
  readonly onAdded: (added: Data<'addNumber'>) => void
}

export function AddNumber({ open, ...rest }: AddNumberProps) {
  return (
    <Dialog open={open} onClose={rest.onClose} title={words.add} size="form">
      <AddForm {...rest} />
    </Dialog>
  )
}

interface Values {
  readonly phone: string
  readonly label: string
}

/** Mounted with the open dialog, so that its state ends with it. */
function AddForm({ onClose, onAdded }: Omit<AddNumberProps, 'open'>) {
  const [carrier, setCarrier] = useState<Carrier>('simulator')
  const [assignment, setAssignment] = useState<Assignment>({ to: 'pool' })
  const add = async ({ phone, label }: Values) => {
    const body = { phone, carrier, label, ...assignmentBody(assignment) }
    const { data } = await call('addNumber', { body })
    toast.say(words.addedNumber(data.number.display) + words.leftPool(data.taken_out.length))
    onClose()
    await invalidate(undefined, 'numbers')
    onAdded(data)
  }
  return (
    <Form<Values> onSubmit={add}>
      <TextInput
        label={words.phoneNumber}
        name="phone"
        type="tel"
        required
        maxLength={40}
        help={words.phoneNumberHelp}
      />
      <Select label={words.carrier} value={carrier} options={carrierOptions} onChange={setCarrier} />
      <AssignmentFields carrier={carrier} value={assignment} onChange={setAssignment} />
      <TextInput label={words.label} name="label" maxLength={80} help={words.labelHelp} />
      <FormActions>
        <Button onClick={onClose}>{uiWords.cancel}</Button>
        <SubmitButton>{words.add}</SubmitButton>
      </FormActions>
    </Form>
  )
}
