import type { Context } from '../../api/context.ts'
import { text } from '../../api/field.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { quoted } from '../../platform/quoted.ts'
import type { Carrier, Enrollment } from '../carrier/carrier.ts'
import { findCarrier } from '../carriers.ts'
import { queueChannel } from '../lanes.ts'
import { carrierNames } from '../number/model.ts'
import { insertNumber } from '../number/store.ts'
import { parsePhone } from '../phone.ts'
import { type Assignment, makeRoomFor, refuseMixing, type Replaced, workspaceOf } from './pool.ts'

const labelCharactersMax = 80

export interface AddNumberOptions {
  readonly phone: string
  readonly carrier: string
  readonly assignment: Assignment
  readonly label?: string | undefined
}

/** `numbers add`. Throws `OperatorError`. */
export async function addNumber(
  context: Context,
  options: AddNumberOptions,
): Promise<{ id: number; number: string } & Replaced & Partial<Enrollment>> {
  const { database, clock, notifications } = context
  const phone = parsePhone(options.phone)
  if (phone === undefined)
    throw new OperatorError(`${quoted(options.phone, 40)} is not a valid phone number.`)
  const carrier = requireCarrier(options.carrier)
  const label = options.label ?? ''
  if (!text().max(labelCharactersMax).safeParse(label).success)
    throw new OperatorError(`A label must have at most ${labelCharactersMax} characters.`)
  return database.transaction(async (tx) => {
    const replaced = await makeRoomFor(tx, carrier.isSimulated, options.assignment)
    const id = await insertNumber(tx, {
      phone,
      carrier: carrier.name,
      workspaceId: workspaceOf(options.assignment),
      label,
      online: carrier.startsOnline,
      addedAt: clock.now(),
      sendRate: carrier.sendRateDefault,
    }).catch(refuseMixing)
    if (id === undefined) throw new OperatorError(`The number ${phone} already exists.`)
    tx.afterCommit(() => notifications.notify(queueChannel))
    return { id, number: phone, ...replaced, ...(await carrier.setUp(tx, context, id)) }
  })
}

function requireCarrier(wanted: string): Carrier {
  const name = carrierNames.find((each) => each === wanted)
  if (!name) throw new OperatorError(`Unknown carrier "${wanted}". Use ${carrierNames.join(', ')}.`)
  const carrier = findCarrier(name)
  if (!carrier) throw new OperatorError(`Numbers of the carrier ${name} are not available yet.`)
  return carrier
}
