import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { operatorNumberWords as words, operatorWords } from '../../words/words.ts'
import { change, changeNow } from '../operator/change.ts'
import type { NumberDetails } from './number.ts'

interface Values {
  readonly label: string
  readonly sim?: Sim
}

const sims = ['auto', '1', '2', '3'] as const
type Sim = (typeof sims)[number]
const simOptions = sims.map((value) => ({ value, label: words.sims[value] }))

/** What takes effect at once, and the label and SIM, which are saved. */
export function NumberSettings({
  number: { id, display, online, label, carrier, sim: chosen },
}: {
  readonly number: NumberDetails
}) {
  const switchOnline = (wanted: boolean) => {
    const said = wanted ? words.isOnline(display) : words.isOffline(display)
    changeNow('updateNumber', { id, body: { online: wanted } }, { topic: 'numbers', said })
  }
  const save = ({ label: typed, sim }: Values) => {
    const body = {
      label: typed.trim(),
      ...(sim !== undefined && { sim: sim === 'auto' ? null : Number(sim) }),
    }
    return change('updateNumber', { id, body }, { topic: 'numbers', said: words.saved })
  }
  return (
    <section className="section stack">
      <h2>{words.settings}</h2>
      <Switch label={words.online} help={words.onlineHelp} checked={online} onChange={switchOnline} />
      <Form<Values> onSubmit={save} label={words.settings}>
        <TextInput
          label={words.label}
          name="label"
          defaultValue={label}
          maxLength={80}
          help={words.labelHelp}
        />
        {carrier === 'android' && (
          <Select<Sim>
            label={words.sim}
            name="sim"
            defaultValue={chosen === null ? 'auto' : (String(chosen) as Sim)}
            options={simOptions}
          />
        )}
        <FormActions>
          <SubmitButton kind="quiet">{operatorWords.save}</SubmitButton>
        </FormActions>
      </Form>
    </section>
  )
}
