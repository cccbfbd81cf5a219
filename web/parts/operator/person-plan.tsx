import { useQuery } from '@tanstack/react-query'
import type { Input } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { grammar, operatorWords } from '../../words/words.ts'
import { change } from './change.ts'
import type { PersonDetails } from './person-facts.tsx'
import { wholeNumberIn } from './whole-number.ts'

const words = operatorWords.plan

type Service = 'sms' | 'files'

const choices = { plan: null, both: ['sms', 'files'], sms: ['sms'], files: ['files'], none: [] } as const
type Choice = keyof typeof choices

type Body = NonNullable<Input<'updatePerson'>['body']>

interface Values {
  readonly plan: string
  readonly active: boolean
  readonly services: Choice
  readonly sms_daily: string
  readonly payg: 'plan' | 'on' | 'off'
  readonly cap_micros: string
  readonly price_micros: string
}

/** The plan of a person, and their own values, which go before those of the plan. */
export function PersonPlan({ person }: { readonly person: PersonDetails }) {
  const { own, limits } = person
  const plans = useQuery(read('listPlans', {}))
  const save = (values: Values) =>
    change(
      'updatePerson',
      { id: person.id, body: bodyOf(values, person) },
      { topic: 'people', said: words.personSaved },
    )
  const numberField = (name: 'sms_daily' | 'cap_micros' | 'price_micros', label: string) => (
    <TextInput
      label={label}
      name={name}
      inputMode="numeric"
      defaultValue={own[name] === null ? '' : String(own[name])}
      placeholder={words.asPlan(grammar.number(limits[name]))}
      help={words.asPlanHelp}
    />
  )
  return (
    <section className="section">
      <h2>{words.ofPerson}</h2>
      <Form<Values> onSubmit={save} label={words.ofPerson}>
        <Select
          label={words.ofPerson}
          name="plan"
          defaultValue={person.plan ?? ''}
          options={plansOf(person, plans.data)}
        />
        <Switch label={words.paid} name="active" defaultChecked={person.active} />
        <Select<Choice>
          label={words.services}
          name="services"
          defaultValue={choiceOf(own.services)}
          options={[
            {
              value: 'plan',
              label: words.asPlan(
                own.services === null ? operatorWords.listServices(limits.services) : undefined,
              ),
            },
            { value: 'both', label: words.both },
            { value: 'sms', label: words.onlyTexts },
            { value: 'files', label: words.onlyFiles },
            { value: 'none', label: words.nothing },
          ]}
        />
        {numberField('sms_daily', words.texts)}
        <Select
          label={words.metered}
          name="payg"
          defaultValue={own.payg === null ? 'plan' : own.payg ? 'on' : 'off'}
          options={[
            { value: 'plan', label: words.asPlan(own.payg === null ? meteredWord(limits.payg) : undefined) },
            { value: 'on', label: words.meteredOn },
            { value: 'off', label: words.meteredOff },
          ]}
        />
        {numberField('cap_micros', words.cap)}
        {numberField('price_micros', words.price)}
        <FormActions>
          <SubmitButton>{operatorWords.save}</SubmitButton>
        </FormActions>
      </Form>
    </section>
  )
}

const meteredWord = (payg: boolean): string => (payg ? words.meteredOn : words.meteredOff)

function plansOf({ plan }: PersonDetails, plans: readonly { readonly name: string }[] | undefined) {
  const names = plans?.map(({ name }) => name) ?? (plan === null ? [] : [plan])
  return [
    ...(plan === null ? [{ value: '', label: operatorWords.people.sponsored }] : []),
    ...names.map((name) => ({ value: name, label: name })),
  ]
}

function choiceOf(own: readonly Service[] | null): Choice {
  if (own === null) return 'plan'
  if (own.length === 0) return 'none'
  return own.length > 1 ? 'both' : (own[0] ?? 'none')
}

/** Only what changed, so that a value of the sponsor does not become their own. */
function bodyOf(values: Values, { plan, active, own }: PersonDetails): Body {
  const chosen = choices[values.services]
  const payg = values.payg === 'plan' ? null : values.payg === 'on'
  const numbers = {
    sms_daily: wholeNumberIn(values.sms_daily, 'sms_daily'),
    cap_micros: wholeNumberIn(values.cap_micros, 'cap_micros'),
    price_micros: wholeNumberIn(values.price_micros, 'price_micros'),
  }
  return {
    ...(values.plan !== (plan ?? '') && { plan: values.plan }),
    ...(values.active !== active && { active: values.active }),
    ...(values.services !== choiceOf(own.services) && { services: chosen && [...chosen] }),
    ...(payg !== own.payg && { payg }),
    ...(numbers.sms_daily !== own.sms_daily && { sms_daily: numbers.sms_daily }),
    ...(numbers.cap_micros !== own.cap_micros && { cap_micros: numbers.cap_micros }),
    ...(numbers.price_micros !== own.price_micros && { price_micros: numbers.price_micros }),
  }
}
