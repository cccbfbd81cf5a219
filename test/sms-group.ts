import type { Group, GroupMember } from '../src/sms/group/model.ts'
import { simulateInbound } from '../src/sms/carrier/simulator/operate-simulator.ts'
import type { TestApp } from './harness.ts'
import { newPhone, simulatorNumber, type smsAccount, type TestNumber } from './sms-account.ts'

export type Account = Awaited<ReturnType<typeof smsAccount>>

export interface GroupBody {
  readonly group: Group
}

/** Members with new phones. */
export const membersNamed = (...names: readonly string[]) =>
  names.map((name) => ({ name, phone: newPhone(), admin: false }))

/** A group of an account on a dedicated number that sends nothing by itself. */
export async function groupOf(
  app: TestApp,
  account: Account,
  names: readonly string[] = ['Ann', 'Bob', 'Cat'],
): Promise<{ group: Group; number: TestNumber }> {
  const number = await simulatorNumber(app, { tenant: account.tenant, online: false })
  const members = membersNamed(...names)
  const { body } = await account.post<GroupBody>('/groups', {
    name: 'Neighbours',
    number_id: number.id,
    members,
  })
  return { group: body.group, number }
}

/** The member of a name. */
export function memberOf(group: Group, name: string): GroupMember {
  const member = group.members.find((each) => each.name === name)
  if (!member) throw new Error(`The group has no member ${name}.`)
  return member
}

/** A text to a number of the simulator. */
export const textTo = (app: TestApp, number: TestNumber, from: string, body: string) =>
  simulateInbound(app.context, { numberId: number.id, from, body })

/** Outgoing texts of an account, oldest first: recipient and body. */
export async function sentBy(account: Account): Promise<readonly (readonly [phone: string, body: string])[]> {
  const { body } = await account.list('direction=out&since_id=0&limit=200')
  return body.messages.map((message) => [message.phone, message.body] as const)
}
