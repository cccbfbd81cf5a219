import { useState } from 'react'
import type { Data } from '../../api/call.ts'
import { Button } from '../../ui/action/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { CheckboxGroup } from '../../ui/form/checkbox-group.tsx'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { operatorWords, uiWords } from '../../words/words.ts'
import { change } from './change.ts'
import { wholeNumberIn } from './whole-number.ts'

const words = operatorWords.plan

type Plan = Data<'listPlans'>[number]
type Service = Plan['services'][number]

interface PlanDialogProps {
  readonly open: boolean
  /** Undefined: a new one. */
  readonly plan: Plan | undefined
  readonly onClose: () => void
}

export function PlanDialog({ open, plan, onClose }: PlanDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={plan ? words.editTitle(plan.name) : words.create}
      size="form"
    >
      <PlanForm plan={plan} onClose={onClose} />
    </Dialog>
  )
}

interface Values {
  readonly name?: string
  readonly sms_daily: string
  readonly payg: boolean
  readonly cap_micros: string
  readonly price_micros: string
}

/** Mounted with the open dialog, so that its state ends with it. */
function PlanForm({ plan, onClose }: Omit<PlanDialogProps, 'open'>) {
  const [services, setServices] = useState<readonly Service[]>(plan?.services ?? ['sms', 'files'])
  const save = async ({ name = '', ...values }: Values) => {
    const body = {
      services: [...services],
      sms_daily: wholeNumberIn(values.sms_daily, 'sms_daily') ?? 0,
      payg: values.payg,
      cap_micros: wholeNumberIn(values.cap_micros, 'cap_micros') ?? 0,
      price_micros: wholeNumberIn(values.price_micros, 'price_micros') ?? 0,
    }
    await (plan
      ? change('updatePlan', { name: plan.name, body }, { topic: 'plans', said: words.saved(plan.name) })
      : change(
          'createPlan',
          { body: { name, ...body } },
          { topic: 'plans', said: words.created(name.trim()) },
        ))
    onClose()
  }
  return (
    <Form<Values> onSubmit={save}>
      {plan ? (
        <p>{words.affects(plan.people)}</p>
      ) : (
        <TextInput label={words.name} name="name" required maxLength={100} />
      )}
      <CheckboxGroup<Service>
        label={words.services}
        value={services}
        onChange={setServices}
        options={[
          { value: 'sms', label: operatorWords.services.sms },
          { value: 'files', label: operatorWords.services.files },
        ]}
      />
      <TextInput
        label={words.texts}
        name="sms_daily"
        inputMode="numeric"
        defaultValue={String(plan?.sms_daily ?? 200)}
      />
      <Switch label={words.meteredSwitch} name="payg" defaultChecked={plan?.payg ?? false} />
      <TextInput
        label={words.cap}
        name="cap_micros"
        inputMode="numeric"
        defaultValue={String(plan?.cap_micros ?? 0)}
        help={words.capHelp}
      />
      <TextInput
        label={words.price}
        name="price_micros"
        inputMode="numeric"
        defaultValue={String(plan?.price_micros ?? 0)}
      />
      <FormActions>
        <Button onClick={onClose}>{uiWords.cancel}</Button>
        <SubmitButton>{plan ? operatorWords.save : words.create}</SubmitButton>
      </FormActions>
    </Form>
  )
}
