import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsAccount } from '../../../test/sms-account.ts'
import { inForce } from '../../identity/in-force.ts'
import { markWorkspace } from '../../identity/removal/mark.ts'
import { messageCollector } from './message-collectors.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('texts that wait because their workspace is being deleted do not age the queue', async () => {
  const queued = async () =>
    (await messageCollector.read(app.context)).find(({ labels }) => labels.status === 'queued')?.values
  await simulatorNumber(app, { online: false })
  const [hidden, other] = [await smsAccount(app), await smsAccount(app)]
  await hidden.send({ to: newPhone(), body: 'old' })
  app.clock.advance(60_000)
  await other.send({ to: newPhone(), body: 'new' })
  app.clock.advance(1000)
  expect(await queued()).toEqual({ messages: 2, message_age_seconds: 61 })
  await inForce(app.context, (tx) => markWorkspace(tx, hidden.tenant.workspaceId))
  expect(await queued()).toEqual({ messages: 2, message_age_seconds: 1 })
})
