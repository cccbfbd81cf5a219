import { androidNumber } from '../../../test/android-number.ts'
import type { TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsCaller } from '../../../test/sms-account.ts'
import type { Context } from '../../api/context.ts'
import { prepareTwoFactor } from '../../identity/totp/second-step.ts'
import { phonePurpose } from '../../identity/user/create-account.ts'
import { writePhone } from '../../identity/user/store.ts'
import { sealEin } from '../../identity/workspace/ein.ts'
import { rotateSystemSecret, systemSecret } from '../../platform/secrets/system-secret.ts'
import { secretKeyId } from '../../platform/secrets/vault.ts'
import { sealSecret } from '../../webhooks/webhook/secret.ts'
import { drawWebhookId, insertWebhook } from '../../webhooks/webhook/store.ts'
import { sealedColumns } from './sealed-columns.ts'

/** Makes at least one value in each sealed column. */
export async function sealOneOfEach(app: TestApp): Promise<void> {
  const { context } = app
  const { database, vault } = context
  const secret = await systemSecret(context)
  const { userId, workspaceId } = await app.tenant()
  await database.transaction(async (tx) => {
    await prepareTwoFactor(tx, context, userId)
    await writePhone(tx, userId, vault.seal('+12025550199', phonePurpose(userId)))
    await sealEin(tx, vault, workspaceId, '12-3456789')
  })
  await addWebhook(context, { userId, workspaceId }, 'signing secret')
  const phone = await androidNumber(app, await app.tenant())
  if (phone.token === '') throw new Error('The number has no phone.')
  await simulatorNumber(app)
  const sent = await smsCaller(app, secret).post('/system/send', {
    to: newPhone(),
    body: 'Your code is 482913.',
    purpose: 'code',
  })
  if (sent.status !== 202) throw new Error(`The code was not sent: ${sent.status}`)
  await database.transaction((tx) => rotateSystemSecret(tx, context, 3600))
}

export const addWebhook = (
  { database, vault }: Context,
  { userId, workspaceId }: { readonly userId: number; readonly workspaceId: number },
  secret: string,
): Promise<number> =>
  database.transaction(async (tx) => {
    const id = await drawWebhookId(tx)
    await insertWebhook(tx, {
      id,
      workspaceId,
      createdBy: userId,
      name: 'Hook',
      url: 'https://hooks.test/in',
      events: ['*'],
      active: true,
      sealedSecret: sealSecret(vault, id, secret),
    })
    return id
  })

/** Every stored secret in clear, by its column and key. Throws SecretUnreadable if the keys don't open one. */
export async function openAll({ database, vault }: Context): Promise<ReadonlyMap<string, string>> {
  const all = new Map<string, string>()
  const page = { head: Buffer.alloc(5), after: undefined, max: 100_000 }
  for (const { name, findOthers, purposeOf } of sealedColumns)
    for (const { key, owner, sealed } of await findOthers(database, page))
      all.set(`${name} ${key}`, vault.open(sealed, purposeOf(owner)))
  return all
}

/** IDs of the keys that seal what is stored. */
export async function sealingKeys({ database }: Context): Promise<readonly string[]> {
  const heads = await Promise.all(sealedColumns.map((column) => column.count(database)))
  return [...new Set(heads.flat().map(({ head }) => head.subarray(1).toString('hex')))]
}

export const keyIdsOf = ({ keyring }: Context): readonly string[] => keyring.keys().map(secretKeyId)
