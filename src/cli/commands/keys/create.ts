import { createKey, type KeyRequest } from '../../../identity/key/create-key.ts'
import { folderExists } from '../../../files/public.ts'
import { serviceNames } from '../../../identity/services.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { OperatorError } from '../../../platform/operator-error.ts'
import { checkBinding } from '../../../sms/number/operator-numbers.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { choice, id, int4Max, isoTime, line, list, wholeNumber, words } from '../../value.ts'

export const createApiKey = defineCommand({
  words: ['keys', 'create'],
  summary: 'Create an API key; it is shown only once',
  options: {
    service: { value: choice(serviceNames), required: true, description: 'API that the key is for' },
    user: { value: id, required: true, description: 'person that the key acts as' },
    workspace: { value: id, required: true, description: 'workspace that the key works in' },
    scopes: { value: list(words('SCOPE')), required: true, description: 'what the key may do' },
    name: { value: line(100, 'NAME'), description: 'what the key is for' },
    env: { value: choice(['live', 'test']), description: 'kind of the key (live)' },
    perMinute: { value: wholeNumber(1, int4Max), description: 'requests a minute' },
    perDay: { value: wholeNumber(1, int4Max), description: 'requests a day; not for SMS keys' },
    number: { value: id, description: 'only number that an SMS key may send from' },
    folder: { value: words('ID'), description: 'folder that a files key is limited to' },
    ips: { value: list(words('IP')), description: 'addresses and ranges allowed to call (any)' },
    domains: { value: list(words('DOMAIN')), description: 'hosts and *.domains allowed as origin (any)' },
    expires: { value: isoTime, description: 'when the key expires (never)' },
  },
  example: 'bureau keys create --service sms --user 17 --workspace 18 --scopes messages:send,messages:read',

  async run({ database, random }, { user, workspace, env, number, folder, expires, ...input }) {
    const request: KeyRequest = {
      ...input,
      userId: user,
      workspaceId: workspace,
      environment: env,
      numberId: number,
      folderId: folder,
      expiresAt: expires,
    }
    return database.transaction(async (tx) => {
      await checkBounds(tx, request)
      const key = await createKey(tx, random, request)
      await auditOperator(tx, 'key.create', `key:${key.id}`, workspace)
      return key
    })
  },
  print: ({ id: keyId, key }) => `Key ${keyId}. Copy it now; it is shown only once:\n${key}`,
})

/** The number and the folder belong to services that identity does not know. */
async function checkBounds(tx: Transaction, { workspaceId, numberId, folderId }: KeyRequest): Promise<void> {
  if (numberId !== undefined) await checkBinding({ database: tx }, workspaceId, numberId)
  if (folderId !== undefined && !(await folderExists({ database: tx }, workspaceId, folderId)))
    throw new OperatorError(`Folder "${folderId}" does not exist in workspace ${workspaceId}.`)
}
