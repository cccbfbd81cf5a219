import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { filesClient } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsCaller } from '../../../test/sms-account.ts'
import { inForce } from '../../identity/in-force.ts'
import { setPlan } from '../../identity/plan/set-plan.ts'
import { logIn } from '../console.testing.ts'
import type { WorkspaceUsage } from './model.ts'

type Usage = z.output<typeof WorkspaceUsage>

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await simulatorNumber(app)
})
afterAll(() => app.close())

const plan = { smsDaily: 1, payg: true, capMicros: 100_000, priceMicros: 7919 }

describe('getUsage', () => {
  test('has storage, texts of today, what was metered this month, 31 days, and the plan', async () => {
    const tenant = await app.tenant({ plan })
    const owner = await logIn(app, tenant.userId)
    const path = `/workspaces/${tenant.workspaceId}/usage`
    await filesClient(app, (await tenant.key('files')).key).file(Buffer.alloc(1500), 'a')
    const sms = smsCaller(app, (await tenant.key('sms')).key)
    await sms.send({ to: [newPhone(), newPhone(), newPhone()], body: 'a'.repeat(161) })
    const usage = await owner.data<Usage>('GET', path)
    const now = app.clock.now()
    const today = now.toISOString().slice(0, 10)
    expect(usage).toMatchObject({
      storage: { used: 1500, limit: 10 * 1024 ** 3, files: 1, folders: 0 },
      texts: { today: 3, allowance: 1 },
      metered: { amount: 0.031676, cap: 0.1, price: 0.007919 },
      plan: { active: true, services: ['sms', 'files'], metering: true },
    })
    expect(usage.days).toHaveLength(31)
    expect(usage.days.at(-1)).toEqual({ day: today, texts: 3, metered: 0.031676 })
    expect(usage.days[0]).toMatchObject({ texts: 0, metered: 0 })
    const reset = new Date(usage.texts.resets_at)
    expect(reset.toISOString().slice(11)).toBe('00:00:00.000Z')
    expect(reset.getTime() - now.getTime()).toBeLessThanOrEqual(86_400_000)
    expect(reset.getTime()).toBeGreaterThan(now.getTime())
  })

  test('begins anew with the UTC day and month', async () => {
    const tenant = await app.tenant({ plan })
    const owner = await logIn(app, tenant.userId)
    const path = `/workspaces/${tenant.workspaceId}/usage`
    const { key } = await tenant.key('sms')
    await smsCaller(app, key).send({ to: [newPhone(), newPhone()], body: 'Hello' })
    const { texts } = await owner.data<Usage>('GET', path)
    app.clock.advance(new Date(texts.resets_at).getTime() - app.clock.now().getTime() - 1)
    expect((await owner.data<Usage>('GET', path)).texts.today).toBe(2)
    app.clock.advance(1)
    const next = await owner.data<Usage>('GET', path)
    expect([next.texts.today, next.days.at(-2)?.texts]).toEqual([0, 2])
    app.clock.advance(31 * 86_400_000)
    const later = await (await logIn(app, tenant.userId)).data<Usage>('GET', path)
    expect(later.metered?.amount).toBe(0)
    expect(later.days.every((day) => day.texts === 0)).toBe(true)
  })

  test('shows members no charges', async () => {
    const tenant = await app.tenant({ plan })
    const { id } = await app.member(tenant.workspaceId, 'member')
    const browser = await logIn(app, id)
    const path = `/workspaces/${tenant.workspaceId}/usage`
    const usage = await browser.data<Usage>('GET', path)
    expect(usage.metered).toBeNull()
    expect(new Set(usage.days.map(({ metered }) => metered))).toEqual(new Set([null]))
    const csv = await browser.call('GET', path, undefined, { accept: 'text/csv' })
    expect(csv.text.split('\r\n')[0]).toBe('day,texts')
  })

  test('is a CSV file with a line a day', async () => {
    const tenant = await app.tenant({ plan })
    const owner = await logIn(app, tenant.userId)
    const answer = await owner.call('GET', `/workspaces/${tenant.workspaceId}/usage`, undefined, {
      accept: 'text/csv',
    })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['vary']).toContain('Accept')
    const [header, ...lines] = answer.text.trim().split('\r\n')
    expect(header).toBe('day,texts,metered')
    expect(lines).toHaveLength(31)
    expect(lines.at(-1)).toBe(`${app.clock.now().toISOString().slice(0, 10)},0,0`)
  })

  test('has no allowance without texts in the owner’s plan', async () => {
    const tenant = await app.tenant({ plan: { services: ['files'] } })
    const owner = await logIn(app, tenant.userId)
    const path = `/workspaces/${tenant.workspaceId}/usage`
    expect(await owner.data<Usage>('GET', path)).toMatchObject({
      texts: { allowance: 0 },
      metered: { amount: 0, cap: 0 },
      plan: { services: ['files'], metering: false },
    })
    await inForce(app.context, (tx) => setPlan(tx, tenant.userId, { active: false }))
    expect((await owner.data<Usage>('GET', path)).plan.active).toBe(false)
  })
})
