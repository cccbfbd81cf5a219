import { createKey } from '../access/key/create-key.ts'
import { createUser } from '../access/user/create-user.ts'
import { anyUser } from '../access/user/store.ts'
import type { Instance } from './instance.ts'
import { addNumber } from '../sms/number/manage-numbers.ts'

/** What a new installation starts with, so that it can be tried at once. */
export interface FirstRun {
  readonly smsKey: string
  readonly filesKey: string
  readonly numberId: number
}

const simulatedPhone = '+12025550100'
const firstPerson = {
  email: 'you@example.com',
  firstName: 'First',
  lastName: 'Person',
  plan: 'standard',
} as const

/**
 * On an installation without people: one person, a simulated phone in the pool, and a key for each API that works.
 * The caller shows the keys once. Undefined on every later start.
 */
export async function firstRun({ context }: Instance): Promise<FirstRun | undefined> {
  const { database, random, setUpWorkspace } = context
  if (await anyUser(database)) return undefined
  const keys = await database.transaction(async (tx) => {
    const { id: userId, workspace_id: workspaceId } = await createUser(tx, setUpWorkspace, firstPerson)
    const owned = { userId, workspaceId, name: 'First run' }
    const smsScopes = ['messages:send', 'messages:read', 'numbers:read', 'groups:read', 'groups:write']
    const sms = await createKey(tx, random, { ...owned, service: 'sms', scopes: smsScopes })
    const files = await createKey(tx, random, { ...owned, service: 'files', scopes: ['*'] })
    return { smsKey: sms.key, filesKey: files.key }
  })
  const assignment = { pool: true } as const
  const number = await addNumber(context, {
    phone: simulatedPhone,
    carrier: 'simulator',
    assignment,
    label: 'Simulator',
  })
  return { ...keys, numberId: number.id }
}
