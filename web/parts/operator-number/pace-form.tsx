import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { operatorNumberWords as words, operatorWords } from '../../words/words.ts'
import { Pace } from '../number/pace.tsx'
import { change } from '../operator/change.ts'
import { fieldError } from '../operator/whole-number.ts'
import { spans, type NumberDetails } from './number.ts'
import styles from './pace-form.module.css'

const partsMax = 2_147_483_647
const outstandingMax = 1000

type Span = (typeof spans)[number]

type Values = Readonly<Record<Span | 'outstanding_max', string>> & {
  readonly warms_up: boolean
  readonly cools_down: boolean
}

/** Saves only what changed, because switching the warm-up on starts it again. */
export function PaceForm({ number }: { readonly number: NumberDetails }) {
  const { id, defaults } = number
  const save = (values: Values) =>
    change('updateNumber', { id, body: bodyOf(values, number) }, { topic: 'numbers', said: words.paceSaved })
  return (
    <section className="section stack">
      <h2>{words.pace}</h2>
      <p className="pencil">{words.paceSentence}</p>
      {number.budgets.length > 0 && <Pace budgets={number.budgets} />}
      <Form<Values> onSubmit={save} label={words.pace} wide>
        <div className={styles.spans}>
          {spans.map((span) => (
            <TextInput
              key={span}
              label={words.spans[span]}
              name={span}
              inputMode="numeric"
              defaultValue={number[span] === null ? '' : String(number[span])}
              placeholder={words.noLimit}
              help={words.defaultLimit(defaults[span])}
            />
          ))}
        </div>
        <TextInput
          label={words.outstanding}
          name="outstanding_max"
          inputMode="numeric"
          defaultValue={String(number.outstanding_max)}
          help={words.outstandingHelp(defaults.outstanding_max)}
        />
        <Switch label={words.warmsUp} name="warms_up" defaultChecked={number.warms_up} />
        <Switch label={words.coolsDown} name="cools_down" defaultChecked={number.cools_down} />
        <FormActions>
          <SubmitButton>{operatorWords.save}</SubmitButton>
        </FormActions>
      </Form>
    </section>
  )
}

function bodyOf(values: Values, number: NumberDetails) {
  const limits = spans.flatMap((span) => {
    const parts = limitIn(values[span], span)
    return parts === number[span] ? [] : [[span, parts] as const]
  })
  const outstanding = wholeIn(values.outstanding_max, outstandingMax)
  if (outstanding === undefined) throw fieldError('outstanding_max', words.outstandingInvalid)
  return {
    ...(Object.fromEntries(limits) as Partial<Record<Span, number | null>>),
    outstanding_max: outstanding,
    ...(values.warms_up !== number.warms_up && { warms_up: values.warms_up }),
    cools_down: values.cools_down,
  }
}

/** null for nothing. Throws an error for the field otherwise. */
function limitIn(text: string, span: Span): number | null {
  if (text.trim() === '') return null
  const parts = wholeIn(text, partsMax)
  if (parts === undefined) throw fieldError(span, words.limitInvalid)
  return parts
}

function wholeIn(text: string, max: number): number | undefined {
  const digits = text.replaceAll(/[,\s]/g, '')
  const value = /^\d{1,10}$/.test(digits) ? Number(digits) : 0
  return value >= 1 && value <= max ? value : undefined
}
