import type { Context } from '../api/context.ts'
import { createKey } from '../identity/key/create-key.ts'
import { isRefusal } from '../identity/refusal.ts'
import { firstPerson } from '../identity/setup/rules.ts'
import { createUser } from '../identity/user/create-user.ts'
import { anyUser } from '../identity/user/store.ts'
import { isForProduction } from './config.ts'
import type { Instance } from './instance.ts'
import { addNumber } from '../sms/inventory/add-number.ts'

export interface FirstRun {
  readonly smsKey: string
  readonly filesKey: string
  /** The simulated number; undefined for production. */
  readonly numberId: number | undefined
}

const simulatedPhone = '+12025550100'

/** Undefined when the installation has people. Production gets no simulated phone. */
export async function firstRun({ config, context }: Instance): Promise<FirstRun | undefined> {
  if (await anyUser(context.database)) return undefined
  try {
    const keys = await createKeys(context)
    return { ...keys, numberId: isForProduction(config) ? undefined : await addSimulator(context) }
  } catch (error) {
    // Another process started at the same time.
    if (isRefusal(error, 'email_taken')) return undefined
    throw error
  }
}

const createKeys = ({ database, random, setUpWorkspace }: Context) =>
  database.transaction(async (tx) => {
    const { id: userId, workspace_id: workspaceId } = await createUser(tx, setUpWorkspace, {
      ...firstPerson,
      plan: 'standard',
    })
    const owned = { userId, workspaceId, name: 'First run' }
    const smsScopes = ['messages:send', 'messages:read', 'numbers:read', 'groups:read', 'groups:write']
    const sms = await createKey(tx, random, { ...owned, service: 'sms', scopes: smsScopes })
    const files = await createKey(tx, random, { ...owned, service: 'files', scopes: ['*'] })
    return { smsKey: sms.key, filesKey: files.key }
  })

async function addSimulator(context: Context): Promise<number> {
  const assignment = { pool: true } as const
  const options = { phone: simulatedPhone, carrier: 'simulator', assignment, label: 'Simulator' }
  const { id } = await addNumber(context, options)
  return id
}
