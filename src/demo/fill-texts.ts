import type { Context } from '../api/context.ts'
import type { Transaction } from '../platform/database/database.ts'
import { insertTexts } from '../sms/carrier/simulator/store.ts'
import { writeMark } from '../sms/conversation/store.ts'
import { insertGroup } from '../sms/group/store.ts'
import { insertMembers } from '../sms/group/member-store.ts'
import { receiveAtOnce } from '../sms/inbound/receive-text.ts'
import { addNumber } from '../sms/inventory/add-number.ts'
import { putOnline } from '../sms/inventory/change-number.ts'
import type { MessageError } from '../sms/message/model.ts'
import { queueMessages } from '../sms/message/queue-messages.ts'
import { takeMessages } from '../sms/queue/claim-store.ts'
import { writeStatusChanges } from '../sms/queue/store.ts'
import { lockAccount } from '../sms/account/store.ts'
import { contextAt, transactionAt } from './clock-at.ts'
import { openChance } from './chance.ts'
import { crew, numbers, type NumberName } from './data/company.ts'
import type { DemoPeople } from './fill-people.ts'
import { lastMessageId, newestOfConversations, queuedTexts } from './text-store.ts'
import { timelineOf, type Outcome, type TextEvent } from './timeline.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const eventsOfTransaction = 20
/** Conversations that nobody has read since their last text. */
const unreadConversations = 4
const queuedSeconds = 7 * 86_400

const errors: Partial<Record<Outcome, MessageError>> = {
  unreachable: { code: 'unreachable', message: 'The phone of the recipient could not be reached.' },
  refused: { code: 'message_refused', message: 'The number is a landline and cannot receive texts.' },
}

type NumberIds = Readonly<Record<NumberName, number>>

interface Place {
  readonly context: Context
  readonly workspaceId: number
  readonly ids: NumberIds
  readonly groupId: number
}

/** Numbers, a group, and the texts of a month. */
export async function fillTexts(context: Context, people: DemoPeople, now: Date): Promise<NumberIds> {
  const { workspaceId } = people
  const began = new Date(now.getTime() - 60 * dayMs)
  const ids = await addNumbers(contextAt(context, began), workspaceId)
  // Its texts of the last hours wait.
  await putOnline(contextAt(context, new Date(now.getTime() - 3 * hourMs)), ids.nights, false)
  const groupId = await context.database.transaction(async (tx) => {
    await lockAccount(tx, workspaceId)
    const group = { numberId: ids.crew, name: 'Field crew', createdAt: began }
    const id = await insertGroup(tx, workspaceId, group)
    await insertMembers(tx, id, crew)
    return id
  })
  const events = timelineOf(now, openChance(7))
  const place = { context, workspaceId, ids, groupId }
  for (let at = 0; at < events.length; at += eventsOfTransaction)
    await context.database.transaction(async (tx) => {
      for (const event of events.slice(at, at + eventsOfTransaction)) await replay(tx, place, event)
    })
  await markRead(context, people)
  return ids
}

async function addNumbers(context: Context, workspaceId: number): Promise<NumberIds> {
  const add = async (name: NumberName) =>
    (await addNumber(context, { ...numbers[name], carrier: 'simulator', assignment: { workspaceId } })).id
  const ids = {
    office: await add('office'),
    reminders: await add('reminders'),
    crew: await add('crew'),
    nights: await add('nights'),
  }
  return ids
}

/** One event, and everything that follows from it at once: replies to keywords, texts to the others of the group. */
async function replay(shared: Transaction, place: Place, event: TextEvent): Promise<void> {
  const { context, workspaceId, ids, groupId } = place
  const tx = transactionAt(shared, event.at)
  const clock = { now: () => event.at }
  const numberId = ids[event.number]
  const before = await lastMessageId(tx, workspaceId)
  if (event.kind === 'in') {
    const text = { numberId, phone: event.phone, body: event.body, at: event.at }
    await receiveAtOnce(tx, { clock, notifications: context.notifications }, text, () => undefined)
  } else {
    await queueMessages(tx, clock, workspaceId, {
      phones: event.phones,
      body: event.body,
      clientRef: null,
      sender: { id: numberId, phone: numbers[event.number].phone },
      groupId: event.group ? groupId : null,
      ttlSeconds: queuedSeconds,
    })
  }
  const outcome = event.kind === 'in' ? 'delivered' : event.outcome
  if (outcome !== 'queued') await hand(tx, { workspaceId, before, at: event.at, outcome })
}

interface Handing {
  readonly workspaceId: number
  readonly before: number
  readonly at: Date
  readonly outcome: Outcome
}

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

async function hand(tx: Transaction, { workspaceId, before, at, outcome }: Handing): Promise<void> {
  const queued = await queuedTexts(tx, workspaceId, before)
  if (queued.length === 0) return
  const taken = after(at, 400)
  const assigned = queued.map(({ id, lane }) => ({ message: { id }, numberId: lane }))
  await takeMessages(tx, assigned, taken)
  await insertTexts(
    tx,
    queued.map(({ id, lane }) => ({ id, number_id: lane })),
    taken,
  )
  const error = errors[outcome] ?? null
  const change = (status: 'sent' | 'delivered' | 'failed', ms: number) =>
    writeStatusChanges(
      tx,
      queued.map(({ id, lane }) => ({
        id,
        numberId: lane,
        status,
        at: after(at, ms),
        error: status === 'failed' ? error : null,
      })),
    )
  if (outcome !== 'refused') await change('sent', 1500)
  if (outcome === 'refused') await change('failed', 1200)
  if (outcome === 'unreachable') await change('failed', 65_000)
  if (outcome === 'delivered') await change('delivered', 4200)
}

/** For the people who see the organization first: the first person and the owner. */
async function markRead({ database }: Context, { workspaceId, firstPersonId, ownerId }: DemoPeople) {
  const readers = [firstPersonId, ownerId].filter((id) => id !== undefined)
  await database.transaction(async (tx) => {
    const newest = await newestOfConversations(tx, workspaceId)
    const unread = newest.filter(({ answered }) => !answered).slice(0, unreadConversations)
    for (const conversation of newest.filter((each) => !unread.includes(each)))
      for (const userId of readers)
        await writeMark(tx, { workspaceId, userId, joinedAt: tx.now() }, conversation)
  })
}
