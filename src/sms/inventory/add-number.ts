import type { Context } from '../../api/context.ts'
import { text } from '../../api/field.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Carrier, Enrollment } from '../carrier/carrier.ts'
import { findCarrier } from '../carriers.ts'
import { queueChannel } from '../lanes.ts'
import { carrierNames, labelCharactersMax } from '../number/model.ts'
import { insertNumber } from '../number/store.ts'
import { parsePhone } from '../phone.ts'
import { SmsRefusal } from '../refusal.ts'
import { type Assignment, makeRoomFor, refuseMixing, type Replaced, workspaceOf } from './pool.ts'

export interface AddNumberOptions {
  readonly phone: string
  readonly carrier: string
  readonly assignment: Assignment
  readonly label?: string | undefined
}

interface NewNumber extends Replaced {
  readonly id: number
  readonly number: string
  readonly enrolment: Enrollment | undefined
}

/** `insertNewNumber` in a transaction of its own. */
export async function addNumber(
  context: Context,
  options: AddNumberOptions,
): Promise<Omit<NewNumber, 'enrolment'> & Partial<Enrollment>> {
  const { enrolment, ...added } = await context.database.transaction((tx) =>
    insertNewNumber(tx, context, options),
  )
  return { ...added, ...enrolment }
}

/** Takes simulated numbers out of the pool when a real one enters it. Throws `SmsRefusal` and `workspace_not_found`. */
export async function insertNewNumber(
  tx: Transaction,
  context: Pick<Context, 'notifications' | 'random' | 'vault' | 'origins'>,
  { assignment, ...options }: AddNumberOptions,
): Promise<NewNumber> {
  const phone = parsePhone(options.phone)
  if (phone === undefined) throw new SmsRefusal('phone_invalid', { phone: options.phone })
  const carrier = requireCarrier(options.carrier)
  const label = checkedLabel(options.label ?? '')
  const replaced = await makeRoomFor(tx, carrier.isSimulated, assignment)
  const id = await insertNumber(tx, {
    phone,
    carrier: carrier.name,
    workspaceId: workspaceOf(assignment),
    label,
    online: carrier.startsOnline,
    addedAt: tx.now(),
    sendRate: carrier.sendRateDefault,
  }).catch(refuseMixing)
  if (id === undefined) throw new SmsRefusal('number_taken', { phone })
  tx.afterCommit(() => context.notifications.notify(queueChannel))
  return { id, number: phone, ...replaced, enrolment: await carrier.setUp(tx, context, id) }
}

function requireCarrier(wanted: string): Carrier {
  const name = carrierNames.find((each) => each === wanted)
  if (!name) throw new SmsRefusal('carrier_unknown', { carrier: wanted })
  const carrier = findCarrier(name)
  if (!carrier) throw new SmsRefusal('carrier_unavailable', { carrier: name })
  return carrier
}

/** Throws `label_too_long`. */
export function checkedLabel(label: string): string {
  if (!text().max(labelCharactersMax).safeParse(label).success)
    throw new SmsRefusal('label_too_long', { charactersMax: labelCharactersMax })
  return label
}
