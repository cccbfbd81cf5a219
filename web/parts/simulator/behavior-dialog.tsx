import { ApiError, call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { grammar, simulatorWords, uiWords } from '../../words/words.ts'
import type { SimulatedNumber } from './simulator.ts'

const words = simulatorWords.behavior

interface BehaviorDialogProps {
  readonly workspace: string
  readonly number: SimulatedNumber
  readonly open: boolean
  readonly onClose: () => void
}

/** How the simulated phone treats texts; a form for those who may change it. */
export function BehaviorDialog({ open, onClose, ...rest }: BehaviorDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={words.title}>
      {rest.number.may_change ? (
        <BehaviorForm key={rest.number.id} {...rest} onClose={onClose} />
      ) : (
        <BehaviorFacts of={rest.number} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** For those who may not change it. */
function BehaviorFacts({ of, onClose }: { readonly of: SimulatedNumber; readonly onClose: () => void }) {
  const { behavior, dedicated, online, display } = of
  const reason = dedicated ? words.admins : words.operators
  return (
    <div className="stack">
      <p>
        {words.about(display)} {reason}
      </p>
      <Facts
        of={[
          [words.delay, grammar.number(behavior.deliver_ms / 1000)],
          [words.fails, percentOf(behavior.fail_rate)],
          [words.busy, percentOf(behavior.busy_rate)],
          [words.hold, behavior.hold ? words.yes : words.no],
          [words.offline, online ? words.no : offlineState(behavior.offline_until)],
        ]}
      />
      <DialogActions>
        <Button onClick={onClose}>{uiWords.close}</Button>
        <Button kind="filled" disabledReason={reason}>
          {words.save}
        </Button>
      </DialogActions>
    </div>
  )
}

const offlineState = (until: string | null): string =>
  until === null ? words.switchedOff : words.offlineUntil(new Date(until))

interface Values {
  readonly deliver_ms: string
  readonly fail_rate: string
  readonly busy_rate: string
  readonly hold: boolean
  readonly offline_seconds?: string
}

const offlineChoices = [60, 300, 3600, 86_400] as const

function BehaviorForm({ workspace, number, onClose }: Omit<BehaviorDialogProps, 'open'>) {
  const { behavior } = number
  const save = async ({ deliver_ms: delay, fail_rate: fails, busy_rate: busy, hold, ...rest }: Values) => {
    const { offline_seconds: offline = 'stay' } = rest
    await call('updateSimulator', {
      workspace,
      number: number.id,
      body: {
        deliver_ms: Math.round(numberIn(delay, 'deliver_ms', 604_800, words.delayWrong) * 1000),
        fail_rate: numberIn(fails, 'fail_rate', 100, words.percentWrong) / 100,
        busy_rate: numberIn(busy, 'busy_rate', 100, words.percentWrong) / 100,
        hold,
        ...(offline !== 'stay' && { offline_seconds: Number(offline) }),
      },
    })
    toast.say(words.saved)
    onClose()
    await invalidate(workspace, 'numbers')
  }
  return (
    <Form<Values> onSubmit={save} wide>
      <p>{words.about(number.display)}</p>
      <TextInput
        label={words.delay}
        name="deliver_ms"
        inputMode="decimal"
        defaultValue={String(behavior.deliver_ms / 1000)}
        help={words.delayHelp}
      />
      <TextInput
        label={words.fails}
        name="fail_rate"
        inputMode="decimal"
        defaultValue={percentOf(behavior.fail_rate)}
      />
      <TextInput
        label={words.busy}
        name="busy_rate"
        inputMode="decimal"
        defaultValue={percentOf(behavior.busy_rate)}
        help={words.busyHelp}
      />
      <Switch label={words.hold} name="hold" defaultChecked={behavior.hold} help={words.holdHelp} />
      <Offline of={number} />
      <FormActions>
        <Button onClick={onClose}>{uiWords.cancel}</Button>
        <SubmitButton>{words.save}</SubmitButton>
      </FormActions>
    </Form>
  )
}

function Offline({ of: { online, behavior } }: { readonly of: SimulatedNumber }) {
  const { offline_until: until } = behavior
  if (!online && until === null) return <p>{words.switchedOff}</p>
  const stay = until === null ? words.no : words.offlineUntil(new Date(until))
  return (
    <Select
      label={words.offline}
      name="offline_seconds"
      defaultValue="stay"
      help={words.offlineHelp}
      options={[
        { value: 'stay', label: stay },
        ...(until === null ? [] : [{ value: '0', label: words.online }]),
        ...offlineChoices.map((seconds) => ({ value: String(seconds), label: words.offlineFor(seconds) })),
      ]}
    />
  )
}

const percentOf = (share: number): string => String(Math.round(share * 10_000) / 100)

/** Throws an error for the field. */
function numberIn(text: string, field: string, max: number, message: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (value >= 0 && value <= max) return value
  throw new ApiError({ status: 400, code: 'invalid_request', message, details: { field } })
}
