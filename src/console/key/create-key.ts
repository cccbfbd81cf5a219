import { z } from 'zod'
import { idNumber, nullIsAbsent, refusedAs, text, withLength, wholeNumber } from '../../api/field.ts'
import { folderExists } from '../../files/public.ts'
import { withPermit } from '../../iam/permit.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { createKey as createApiKey, type KeyRequest } from '../../identity/key/create-key.ts'
import { countLasting } from '../../identity/key/workspace-store.ts'
import { isName } from '../../identity/name.ts'
import { member } from '../../identity/schemes/session.ts'
import { serviceNames } from '../../identity/services.ts'
import { lockWorkspace } from '../../identity/workspace/store.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { usableById } from '../../sms/number/store.ts'
import { inWorkspace } from '../adopted.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'
import { ConsoleKey } from './model.ts'
import { fieldProblem } from './refused-field.ts'
import { showKey } from './shown-keys.ts'

const keysMax = 500
const nameCharactersMax = 100
const entriesMax = 100
const int4Max = 2_147_483_647

const KeyName = withLength(
  { min: 1, max: nameCharactersMax },
  text()
    .transform((name) => name.trim())
    .refine(
      (name) => isName(name, nameCharactersMax),
      `must have 1 to ${nameCharactersMax} characters on one line`,
    ),
)

const restriction = (description: string) =>
  nullIsAbsent(
    refusedAs('invalid_restriction', z.array(text()).max(entriesMax)).optional().describe(description),
  )

const limit = (description: string) =>
  nullIsAbsent(wholeNumber({ min: 1, max: int4Max }).optional().describe(description))

const expiry = refusedAs('invalid_expiry', z.iso.datetime({ offset: true }))

const NewKey = z.object({
  service: z.enum(serviceNames),
  name: KeyName,
  scopes: refusedAs('invalid_scope', z.array(text()).min(1).max(entriesMax)),
  environment: nullIsAbsent(z.enum(['live', 'test']).optional()),
  per_minute: limit('Absent: the default of the service.'),
  per_day: limit('Absent: the default of the service. SMS keys have no daily limit.'),
  folder_id: nullIsAbsent(text().optional().describe('Limits a files key to a folder.')),
  number_id: nullIsAbsent(idNumber().optional().describe('Limits an SMS key to a number.')),
  ips: restriction('Addresses and ranges that may call. Empty: any.'),
  domains: restriction('Hosts and `*.domains` that may call from a browser. Empty: any.'),
  expires_at: nullIsAbsent(expiry.optional().describe('Absent: never.')),
})

export const createKey = console.endpoint('createKey', {
  method: 'POST',
  path: '/workspaces/{workspace}/keys',
  summary: 'Create an API key that acts as you in this workspace',
  description: 'Only this answer ever holds the key itself.',
  who: member,
  params: inWorkspace,
  body: NewKey,
  status: 201,
  result: z
    .object({ key: ConsoleKey, secret: z.string().describe('The key. It is shown once.') })
    .meta({ id: 'CreatedConsoleKey' }),
  problems: [
    'invalid_scope',
    'invalid_restriction',
    'invalid_expiry',
    'not_an_org_workspace',
    'access_not_granted',
    'folder_not_found',
    'number_not_found',
    'too_many_keys',
  ],

  async handle({ body }, context) {
    const { database, random, principal } = context
    const { workspaceId, userId, workspaceType } = principal
    if (body.service === 'iam' && workspaceType === 'personal') throw problem.not_an_org_workspace()
    const request = { ...toRequest(body), workspaceId, userId }
    const { id, key: secret } = await withPermit(context)(() =>
      database.transaction(async (tx) => {
        await lockWorkspace(tx, workspaceId)
        if ((await countLasting(tx, workspaceId)) >= keysMax) throw problem.too_many_keys()
        const key = await createApiKey(tx, random, request).catch(fieldProblem)
        await checkBounds(tx, request)
        await auditCall(tx, context, { action: 'key.create', target: `key:${key.id}` })
        return key
      }),
    )
    return { key: await showKey(context, id), secret }
  },
})

const toRequest = (body: z.output<typeof NewKey>): Omit<KeyRequest, 'workspaceId' | 'userId'> => ({
  service: body.service,
  name: body.name,
  scopes: body.scopes,
  environment: body.environment,
  perMinute: body.per_minute,
  perDay: body.per_day,
  folderId: body.folder_id,
  numberId: body.number_id,
  ips: body.ips,
  domains: body.domains,
  expiresAt: body.expires_at === undefined ? undefined : new Date(body.expires_at),
})

async function checkBounds(tx: Transaction, { workspaceId, folderId, numberId }: KeyRequest): Promise<void> {
  if (folderId !== undefined && !(await folderExists({ database: tx }, workspaceId, folderId)))
    throw problem.folder_not_found({ details: { field: 'folder_id' } })
  if (numberId !== undefined && !(await usableById(tx, workspaceId, numberId)))
    throw problem.number_not_found({ details: { field: 'number_id' } })
}
