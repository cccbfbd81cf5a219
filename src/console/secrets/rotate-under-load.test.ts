import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { androidNumber, enrolledPhone, phonesUrl } from '../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { phoneApp } from '../../../test/phone-app.ts'
import { newPhone, simulatorNumber, smsCaller } from '../../../test/sms-account.ts'
import { until } from '../../../test/until.ts'
import { logIn, makePerson, newcomer, outcomeOf, switchOnTwoFactor } from '../../account/account.testing.ts'
import { sql } from '../../platform/database/sql.ts'
import { readOrMakeKeyFile } from '../../platform/secrets/key-file.ts'
import { openKeyring } from '../../platform/secrets/keyring.ts'
import { rotateSecretKey } from '../../platform/secrets/rotation/rotate.ts'
import { systemSecret } from '../../platform/secrets/system-secret.ts'
import { claimMessages } from '../../sms/queue/claim-messages.ts'
import {
  addWebhook,
  deliveringApp,
  deliveriesOf,
  happen,
  receiver,
} from '../../webhooks/delivery/receiver.testing.ts'
import { openAll, sealingKeys, keyIdsOf } from './sealed.testing.ts'
import { sealedColumns } from './sealed-columns.ts'

const rotations = 3
const formerSecrets = 500

const options = {
  columns: sealedColumns,
  progress: () => undefined,
  signal: new AbortController().signal,
}

let directory: string
let serving: Awaited<ReturnType<typeof deliveringApp>>
let rotating: TestApp
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bureau-load-'))
  const file = join(directory, 'secret.key')
  const keyring = async () => openKeyring(await readOrMakeKeyFile(file), file)
  serving = await deliveringApp({ keyring: await keyring() })
  rotating = await testApp({ beside: serving, keyring: await keyring() })
})
afterAll(async () => {
  await rotating.close()
  await serving.close()
  await rm(directory, { recursive: true, force: true })
})

test('while keys are rotated again and again, log-ins, webhooks, phones, and codes work without an error', async () => {
  const { context } = serving
  const { database, vault } = context
  const secret = await systemSecret(context)
  await using hooks = await receiver()
  const tenant = await serving.tenant()
  const hook = await addWebhook(serving, tenant, `https://a.hooks.test:${hooks.port}/in`)
  const person = await makePerson(serving)
  const code = await switchOnTwoFactor(serving, person.id)
  const { phone } = await enrolledPhone(serving, { tenant })
  const pool = await simulatorNumber(serving)
  await database.run(sql`
    update identity.user set phone = ${vault.seal('+12025550199', `user.phone:${person.id}`)} where id = ${person.id}`)
  await database.run(sql`
    insert into platform.former_secret (name, sealed, accepted_until)
    select 'system', ${vault.seal('an old secret', 'secret:system')}, ${context.clock.now()}::timestamptz + interval '10 days'
      from generate_series(1, ${formerSecrets})`)

  const load: readonly (() => Promise<void>)[] = [
    async () => {
      const guest = newcomer(serving)
      expect(outcomeOf(await logIn(guest, person.email))).toBe('303 /login/code')
      serving.clock.advance(60_000)
      expect(outcomeOf(await guest.submit('/login/code', { code: code() }))).toBe('303 /')
    },
    async () => {
      await happen(serving, tenant.workspaceId)
      await until(async () =>
        (await deliveriesOf(serving, hook.id)).every(({ status }) => status === 'delivered'),
      )
    },
    async () => {
      const { status } = await smsCaller(serving, secret).post('/system/send', {
        to: newPhone(),
        body: 'Your code is 482913.',
        purpose: 'code',
      })
      expect(status).toBe(202)
      const [taken] = await claimMessages(context, pool.id)
      expect(taken?.body).toBe('Your code is 482913.')
    },
    async () => {
      const from = newPhone()
      const receivedAt = serving.clock.now().toISOString()
      const text = { message: 'Hello', sender: from, phoneNumber: from, simNumber: 1, receivedAt }
      expect((await phone.post('sms:received', text)).status).toBe(200)
    },
    async () => {
      const { code: enrolment } = await androidNumber(serving, tenant)
      const other = phoneApp({ url: await phonesUrl(serving), now: () => serving.clock.now() })
      expect(await other.enrol(`Code ${enrolment}`)).toBe(201)
    },
  ]
  let over = false
  const times = load.map(() => 0)
  const running = Promise.all(
    load.map(async (work, index) => {
      for (; !over; times[index] = (times[index] ?? 0) + 1) await work()
    }),
  )
  try {
    for (let round = 1; round <= rotations; round++) {
      await rotateSecretKey(rotating.context, options)
      await Promise.race([running, until(() => times.every((count) => count >= 2 * round))])
    }
  } finally {
    over = true
  }
  await running
  const { failed } = await database.one<{ failed: number }>(sql`
    select count(*)::int as failed from sms.message where error_code = 'unreadable'`)
  expect(failed).toBe(0)
  expect(await sealingKeys(context)).toEqual([keyIdsOf(rotating.context)[0]])
  expect((await openAll(context)).size).toBeGreaterThan(0)
})
