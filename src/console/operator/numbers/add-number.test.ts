import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import { newPhone } from '../../../../test/sms-account.ts'
import type { Browser } from '../../console.testing.ts'
import { doneBy, operator } from '../operator.testing.ts'
import { add } from './numbers.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

const refusal = (body: object) =>
  browser.refusal('POST', '/operator/numbers', {
    phone: newPhone(),
    carrier: 'simulator',
    pool: true,
    ...body,
  })

describe('addNumber', () => {
  test('adds a simulated number to the pool, and is audited', async () => {
    const phone = newPhone()
    const { number, taken_out, enrolment } = await browser.data<Awaited<ReturnType<typeof add>>>(
      'POST',
      '/operator/numbers',
      { phone: phone.replace('+1', ''), carrier: 'simulator', pool: true, label: 'Front desk' },
    )
    expect(number).toMatchObject({
      number: phone,
      display: expect.stringMatching(/^\(202\) 555-/) as string,
      label: 'Front desk',
      carrier: 'simulator',
      pool: true,
      workspace: null,
      online: true,
      paused: null,
      per_day: null,
      outstanding_max: 100,
      added_at: app.clock.now().toISOString(),
      phone: null,
      queued: 0,
    })
    expect([taken_out, enrolment]).toEqual([[], null])
    expect(await doneBy(app, browser)).toEqual([`number.add number:${number.id}`])
  })

  test('adds a number for one workspace, whose audit log has it', async () => {
    const { workspaceId } = await app.tenant()
    const { number } = await add(browser, { workspace: workspaceId })
    expect(number).toMatchObject({ pool: false, workspace: { id: workspaceId } })
    const [entry] = await browser.data<readonly object[]>(
      'GET',
      `/operator/audit?workspace_id=${workspaceId}`,
    )
    expect(entry).toMatchObject({ action: 'number.add', target: `number:${number.id}` })
  })

  test('takes the simulated numbers out of the pool when the first real one enters it, and then is pool_is_real for them', async () => {
    const pooled = await browser.data<readonly { id: number }[]>('GET', '/operator/numbers?pool=true')
    const { number, taken_out, enrolment } = await add(browser, { carrier: 'android' })
    expect(taken_out.map(({ id }) => id)).toEqual(pooled.map(({ id }) => id).toReversed())
    expect(number).toMatchObject({ online: false, per_half_hour: 30, warms_up: true, phone: null })
    expect(enrolment).toMatchObject({
      code: expect.stringMatching(/^\d{8}$/) as string,
      qr: expect.stringMatching(/^<svg /) as string,
      expires_at: new Date(app.clock.now().getTime() + 600_000).toISOString(),
    })
    expect(await browser.data('GET', `/operator/numbers/${taken_out[0]?.id}`)).toMatchObject({
      pool: false,
      workspace: null,
    })
    expect(await refusal({})).toEqual([409, 'pool_is_real'])
  })

  test('is invalid_number for a text without a phone number, and number_taken for a number of Bureau', async () => {
    for (const phone of [undefined, '', '12', 'Ann', '+1202555', `${newPhone()}\0`])
      expect(await refusal({ phone })).toEqual([400, 'invalid_number'])
    const { workspaceId } = await app.tenant()
    const { number } = await add(browser, { workspace: workspaceId })
    const again = { phone: number.number, pool: null, workspace_id: workspaceId }
    expect(await refusal(again)).toEqual([409, 'number_taken'])
    await browser.data('DELETE', `/operator/numbers/${number.id}`)
    expect(await refusal({ ...again, carrier: 'smpp' })).toEqual([400, 'invalid_request'])
    await browser.data('POST', '/operator/numbers', { ...again, carrier: 'simulator' })
  })

  test('is invalid_request unless either pool or a workspace is sent, and workspace_not_found for an unknown one', async () => {
    const { workspaceId } = await app.tenant()
    for (const sent of [
      { pool: null },
      { pool: false },
      { workspace_id: workspaceId },
      { pool: null, workspace_id: '5' },
      { label: 'l'.repeat(81) },
      { label: 'a\0' },
      { carrier: 'pigeon' },
    ])
      expect(await refusal(sent), JSON.stringify(sent)).toEqual([400, 'invalid_request'])
    for (const workspace of [99_999_999, 0, 1e300])
      expect(await refusal({ pool: null, workspace_id: workspace })).toEqual([404, 'workspace_not_found'])
  })

  test('of the same phone number by two operators at once succeeds once', async () => {
    const other = await operator(app)
    const { workspaceId } = await app.tenant()
    const body = { phone: newPhone(), carrier: 'simulator', workspace_id: workspaceId }
    const answers = await Promise.all(
      [browser, other, browser, other].map((each) => each.call('POST', '/operator/numbers', body)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  })
})
