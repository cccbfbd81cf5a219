import { createKey } from '../access/key/create-key.ts'
import { createUser } from '../access/user/create-user.ts'
import { anyUser } from '../access/user/store.ts'
import type { Instance } from './instance.ts'
import { setUpWorkspace } from './set-up-workspace.ts'
import { addNumber } from '../sms/number/manage-numbers.ts'

/** What a new installation is given so that its first person can try it at once. */
export interface FirstRun {
  readonly smsKey: string
  readonly filesKey: string
  readonly numberId: number
}

const simulatedPhone = '+12025550100'

/**
 * On an installation without people: one person, a simulated phone in the pool, and a key for each API that works.
 * The keys are shown once by whoever called. Undefined on every later start.
 */
export async function firstRun({ context }: Instance): Promise<FirstRun | undefined> {
  if (await anyUser(context.database)) return undefined
  const user = await createUser(context, setUpWorkspace, {
    email: 'you@example.com',
    firstName: 'First',
    lastName: 'Person',
    password: undefined,
    plan: 'standard',
  })
  const assignment = { pool: true } as const
  const number = await addNumber(context, {
    phone: simulatedPhone,
    carrier: 'simulator',
    assignment,
    label: 'Simulator',
  })
  const key = async (service: 'sms' | 'files', scopes: readonly string[]) =>
    createKey(context, {
      service,
      userId: user.id,
      workspaceId: user.workspace_id,
      name: 'First run',
      scopes,
      environment: 'live',
      perMinute: undefined,
      perDay: undefined,
      numberId: undefined,
      folderId: undefined,
      ips: [],
      domains: [],
      expiresAt: undefined,
    })
  const sms = await key('sms', ['messages:send', 'messages:read', 'numbers:read'])
  const files = await key('files', ['*'])
  return { smsKey: sms.key, filesKey: files.key, numberId: number.id }
}
