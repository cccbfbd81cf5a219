import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { simulatorWords } from '../../words/words.ts'
import { displayOf } from '../message/display.ts'
import { unusedPhone, type SimulatedNumber } from './simulator.ts'
import styles from './simulator.module.css'

const words = simulatorWords.people

interface AddPersonProps {
  readonly workspace: string
  readonly number: SimulatedNumber
  /** Phones of the people that are there, and of the simulator. */
  readonly taken: readonly string[]
  readonly onAdd: (phone: string) => void
}

/** Opens the phone of somebody who has no texts yet. */
export function AddPerson({ workspace, number, taken, onAdd }: AddPersonProps) {
  const [typed, setTyped] = useState('')
  const [added, setAdded] = useState(0)
  const unused = displayOf(unusedPhone(taken) ?? '')
  const add = async () => {
    // The server knows the form that messages have.
    const input = { workspace, number: number.id, query: { phone: typed, limit: 1 } }
    const { meta } = await call('listSimulatedTexts', input)
    setTyped('')
    setAdded(added + 1)
    onAdd(meta.phone)
  }
  const example = unused !== '' && (
    <button type="button" className={styles.example} onClick={() => setTyped(unused)}>
      {words.use(unused)}
    </button>
  )
  return (
    <div className={styles.add}>
      {/* A new form each time, or the field would complain that it is empty again. */}
      <Form key={added} onSubmit={add}>
        <TextInput
          label={words.phone}
          name="phone"
          type="tel"
          value={typed}
          onChange={setTyped}
          required
          help={example}
        />
        <SubmitButton kind="quiet" icon="plus">
          {words.add}
        </SubmitButton>
      </Form>
    </div>
  )
}
