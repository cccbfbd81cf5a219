import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsAccount } from '../../../test/sms-account.ts'
import { sql } from '../../platform/database/sql.ts'
import { assignNumber, putOnline, removeNumber } from '../inventory/change-number.ts'
import { claimMessages } from '../queue/claim-messages.ts'
import { handoffsOf } from '../queue/history-store.ts'
import { insertTexts } from '../carrier/simulator/store.ts'
import { reconcileMessages } from './reconcile-messages.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const reconcile = () => reconcileMessages.run(app.context)
const hourMs = 3_600_000

async function handed(more: object = {}) {
  const account = await smsAccount(app)
  const { id: numberId } = await simulatorNumber(app, { tenant: account.tenant })
  const { body } = await account.send({ to: newPhone(), body: 'x', from: numberId, ...more })
  const id = body.messages[0]?.id ?? 0
  await claimMessages(app.context, numberId)
  const stateOf = async () => (await account.message(id)).body.message
  return { account, numberId, id, stateOf }
}

describe('an unreported message', () => {
  test('is asked after when two minutes have passed; what the carrier answers is a report', async () => {
    const { id, numberId, stateOf } = await handed()
    const at = app.clock.now()
    await app.context.database.transaction((tx) => insertTexts(tx, [{ id, number_id: numberId }], at))
    app.clock.advance(119_999)
    await reconcile()
    expect((await stateOf()).status).toBe('sending')
    app.clock.advance(1)
    await reconcile()
    expect(await stateOf()).toMatchObject({ status: 'sent', sent_at: at.toISOString() })
  })

  test('of which nobody tells for its ttl, at least for a day, fails with outcome_unknown and is not sent again', async () => {
    const { id, numberId, stateOf } = await handed({ ttl: 60 })
    app.clock.advance(24 * hourMs - 1)
    await reconcile()
    expect((await stateOf()).status).toBe('sending')
    app.clock.advance(1)
    await reconcile()
    const { status, error } = await stateOf()
    expect([status, error?.code]).toEqual(['failed', 'outcome_unknown'])
    expect(await claimMessages(app.context, numberId)).toEqual([])
    expect((await handoffsOf(app.context.database, id)).map(({ what }) => what)).toEqual(['handed', 'failed'])
  })

  test('may be reported for as long as its ttl, when that is longer than a day', async () => {
    const { stateOf } = await handed({ ttl: 72 * 3600 })
    app.clock.advance(72 * hourMs - 1)
    await reconcile()
    expect((await stateOf()).status).toBe('sending')
    app.clock.advance(1)
    await reconcile()
    expect((await stateOf()).status).toBe('failed')
  })

  test('stays with its number when that goes offline, to another account, or is removed', async () => {
    const { id, numberId, stateOf } = await handed()
    const other = await app.tenant()
    const { id: second } = await simulatorNumber(app)
    for (const change of [
      () => putOnline(app.context, numberId, false),
      () => assignNumber(app.context, numberId, { workspaceId: other.workspaceId }),
      () => removeNumber(app.context, numberId),
    ]) {
      await change()
      expect(await claimMessages(app.context, second)).toEqual([])
      expect(await stateOf()).toMatchObject({ status: 'sending', number_id: numberId })
    }
    app.clock.advance(24 * hourMs)
    await reconcile()
    expect((await stateOf()).error?.code).toBe('outcome_unknown')
    const { count } = await app.context.database.one<{ count: number }>(
      sql`select count(*)::int as count from sms.handoff where message_id = ${id} and what = 'handed'`,
    )
    expect(count).toBe(1)
  })
})
