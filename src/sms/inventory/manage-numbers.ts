import type { Context } from '../../api/context.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { text } from '../../api/field.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { systemAccountId } from '../account/model.ts'
import { addPhone, type Enrolment } from '../carrier/android/phone/manage-phones.ts'
import { setPaused } from '../carrier/android/phone/store.ts'
import { quoted } from '../../platform/quoted.ts'
import { parsePhone } from '../phone.ts'
import { failQueuedOn } from '../message/end-store.ts'
import { queueChannel } from '../lanes.ts'
import { behaviourDefault } from '../carrier/simulator/model.ts'
import { forgetSpell, insertSimulator } from '../carrier/simulator/store.ts'
import { type Carrier, carriers, type NumberRow, type SmsNumber, toNumber } from '../number/model.ts'
import type { PaceChange } from '../number/send-rate.ts'
import { lockPool } from './pool-store.ts'
import { makeRoomInPool, numberTaken, refuseMixing, type TakenOut } from './pool.ts'
import {
  allNumbers,
  insertNumber,
  liveNumber,
  lockNumber,
  setOnline,
  setPace,
  setRemoved,
  setWorkspace,
} from '../number/store.ts'

/** Where a number belongs: the shared pool or one workspace. */
export type Assignment = { readonly pool: true } | { readonly workspaceId: number }

/** A number as the operator sees it. */
export interface OperatorNumber extends SmsNumber {
  readonly carrier: Carrier
  readonly pool: boolean
  /** null: it is in the pool, or nobody's. */
  readonly workspace_id: number | null
  readonly per_minute: number | null
  readonly per_half_hour: number | null
  readonly per_hour: number | null
  readonly per_day: number | null
  readonly outstanding_max: number
  readonly warms_up: boolean
  readonly cools_down: boolean
  /** It takes nothing before; null: it does not pause. ISO 8601. */
  readonly paused_until: string | null
}

const toOperatorNumber = (row: NumberRow, now: Date): OperatorNumber => ({
  ...toNumber(row),
  carrier: row.carrier,
  pool: row.workspace_id === null,
  workspace_id: row.workspace_id === systemAccountId ? null : row.workspace_id,
  per_minute: row.per_minute,
  per_half_hour: row.per_half_hour,
  per_hour: row.per_hour,
  per_day: row.per_day,
  outstanding_max: row.outstanding_max,
  warms_up: row.warms_up_from !== null,
  cools_down: row.cools_down,
  paused_until: row.paused_until !== null && row.paused_until > now ? row.paused_until.toISOString() : null,
})

const labelCharactersMax = 80

const noSuchNumber = (id: number) => new OperatorError(`Number ${id} does not exist.`)

/** The live number of an id that the operator typed. Throws `OperatorError`. */
export async function requireNumber(database: Queryable, id: number): Promise<NumberRow> {
  const number = await liveNumber(database, id)
  if (!number) throw noSuchNumber(id)
  return number
}

const workspaceOf = (assignment: Assignment): number | null =>
  'pool' in assignment ? null : assignment.workspaceId

export interface AddNumberOptions {
  readonly phone: string
  readonly carrier: string
  readonly assignment: Assignment
  readonly label?: string | undefined
}

/** Only there when simulated numbers left the pool. */
export interface Replaced {
  readonly taken_out?: readonly TakenOut[]
}

/** `numbers add`. A simulator number is online from the start, an Android number once its phone calls. Throws `OperatorError`. */
export async function addNumber(
  context: Context,
  options: AddNumberOptions,
): Promise<{ id: number; number: string } & Replaced & Partial<Enrolment>> {
  const { database, clock, signals } = context
  const phone = parsePhone(options.phone)
  if (phone === undefined)
    throw new OperatorError(`${quoted(options.phone, 40)} is not a valid phone number.`)
  const carrier = carriers.find((name) => name === options.carrier)
  if (!carrier) throw new OperatorError(`Unknown carrier "${options.carrier}". Use ${carriers.join(', ')}.`)
  if (carrier === 'smpp') throw new OperatorError(`Numbers of the carrier ${carrier} are not available yet.`)
  const label = checkedLabel(options.label ?? '')
  return database.transaction(async (tx) => {
    const workspaceId = workspaceOf(options.assignment)
    const replaced = await prepare(tx, carrier, options.assignment)
    const addedAt = clock.now()
    const online = carrier === 'simulator'
    const added = insertNumber(tx, { phone, carrier, workspaceId, label, online, addedAt })
    const id = await added.catch(refuseMixing)
    if (id === undefined) throw new OperatorError(`The number ${phone} already exists.`)
    tx.afterCommit(() => signals.publish(queueChannel))
    if (carrier === 'android') return { id, number: phone, ...replaced, ...(await addPhone(tx, context, id)) }
    await insertSimulator(tx, id, behaviourDefault)
    return { id, number: phone }
  })
}

/** What a change of the pool does first. */
async function prepare(tx: Transaction, carrier: Carrier, assignment: Assignment): Promise<Replaced> {
  await lockPool(tx)
  const takenOut = 'pool' in assignment ? await makeRoomInPool(tx, carrier) : []
  return takenOut.length > 0 ? { taken_out: takenOut } : {}
}

function checkedLabel(label: string): string {
  if (text().max(labelCharactersMax).safeParse(label).success) return label
  throw new OperatorError(`A label must have at most ${labelCharactersMax} characters.`)
}

/** `numbers list`: all numbers that were not removed. */
export async function listAllNumbers({ database, clock }: Context): Promise<{ numbers: OperatorNumber[] }> {
  const now = clock.now()
  return { numbers: (await allNumbers(database)).map((row) => toOperatorNumber(row, now)) }
}

/** `numbers online ID yes|no`. A phone that calls does not put a number online that the operator took offline. */
export const putOnline = (context: Context, id: number, online: boolean): Promise<OperatorNumber> =>
  change(context, id, async (tx) => {
    await forgetSpell(tx, id)
    const row = await setOnline(tx, id, online)
    if (row?.carrier === 'android') await setPaused(tx, id, !online)
    return row
  })

/** `numbers pace`. What is omitted stays. */
export const paceNumber = (context: Context, id: number, pace: PaceChange): Promise<OperatorNumber> =>
  change(context, id, (tx) => setPace(tx, id, pace, context.clock.now()))

/** `numbers assign`. What another account had waiting for the number fails at once. */
export async function assignNumber(
  context: Context,
  id: number,
  assignment: Assignment,
): Promise<OperatorNumber & Replaced> {
  let replaced: Replaced = {}
  const number = await change(context, id, async (tx) => {
    const found = await liveNumber(tx, id)
    if (!found) return undefined
    replaced = await prepare(tx, found.carrier, assignment)
    if (!(await lockNumber(tx, id))) return undefined
    const row = await setWorkspace(tx, id, workspaceOf(assignment)).catch(refuseMixing)
    if (row && row.workspace_id !== null) await failQueuedOn(tx, id, row.workspace_id, numberTaken)
    return row
  })
  return { ...number, ...replaced }
}

/**
 * `numbers remove`. Its phone may be added again; past messages keep naming the removed number. What waits for it fails at
 * once.
 */
export const removeNumber = (context: Context, id: number): Promise<OperatorNumber> =>
  change(context, id, async (tx) => {
    await lockPool(tx)
    if (!(await lockNumber(tx, id))) return undefined
    const row = await setRemoved(tx, id, context.clock.now())
    await failQueuedOn(tx, id, null, numberTaken)
    return row
  })

async function change(
  { database, clock, signals }: Context,
  id: number,
  write: (tx: Transaction) => Promise<NumberRow | undefined>,
): Promise<OperatorNumber> {
  const row = await database.transaction(write)
  if (!row) throw noSuchNumber(id)
  signals.publish(queueChannel)
  return toOperatorNumber(row, clock.now())
}

/** Checks the number that a new key of the workspace will be bound to. Throws `OperatorError`. */
export async function checkBinding(
  { database }: { readonly database: Queryable },
  workspaceId: number,
  numberId: number,
): Promise<void> {
  const number = await requireNumber(database, numberId)
  if (number.workspace_id === null || number.workspace_id === workspaceId) return
  throw new OperatorError(
    number.workspace_id === systemAccountId
      ? `Number ${numberId} is assigned to nobody. Assign it with "bureau numbers assign".`
      : `Number ${numberId} belongs to another workspace.`,
  )
}
