import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { endpoints as files } from '../files/endpoints.ts'
import { endpoints as iam } from '../iam/endpoints.ts'
import { endpoints as sms } from '../sms/endpoints.ts'
import { testApp, type Tenant, type TestApp } from '../../test/harness.ts'
import { logIn, type Browser } from './console.testing.ts'
import { adopted } from './adopted.ts'

let app: TestApp
let tenant: Tenant
let owner: Browser
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  owner = await logIn(app, tenant.userId)
})
afterAll(() => app.close())

const names = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)

describe('adopted operations', () => {
  test('are all that a key with the right scope may call, but for health, the key itself, and aliases', () => {
    const left = [...files, ...iam, ...sms].filter(
      (endpoint) => !adopted.some(({ original }) => original === endpoint),
    )
    expect(names(left.filter(({ original }) => !original))).toEqual([
      'getKeyInfo',
      'getHealth',
      'getHealth',
      'sendSystemMessage',
    ])
  })

  test.each(adopted.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s has the input, the result, the status, and the codes of its original',
    (_id, { original, definition, service, renamed }) => {
      const declared = original?.definition
      expect(declared).toBeDefined()
      expect(definition.path).toBe(`/workspaces/{workspace}/${original?.service.name}${declared?.path}`)
      const { workspace, ...params }: z.ZodRawShape = definition.params?.shape ?? {}
      expect(workspace).toBeDefined()
      expect(params).toEqual(declared?.params?.shape ?? {})
      for (const part of ['method', 'query', 'body', 'result', 'status', 'otherStatus', 'limit'] as const)
        expect(definition[part], part).toBe(declared?.[part])
      for (const code of declared?.problems ?? []) {
        const named = renamed[code] ?? code
        expect(definition.problems).toContain(named)
        expect(service.problems[named]?.[0], code).toBe(original?.service.problems[code]?.[0])
      }
    },
  )

  test('do what their originals do, with the same result', async () => {
    const { key } = await tenant.key('files')
    const path = `/workspaces/${tenant.workspaceId}`
    const made = await owner.call('POST', `${path}/files/folders`, { name: 'Plans' })
    expect(made.status).toBe(201)
    const [here, there] = [
      await owner.call('GET', `${path}/files/files`),
      await app.call('files', { method: 'GET', url: '/api/v1/files', key }),
    ]
    expect(here.body).toEqual(there.body)
    const sent = await owner.call('GET', `${path}/sms/messages`)
    const smsKey = await tenant.key('sms')
    const read = await app.call('sms', { method: 'GET', url: '/api/v1/messages', key: smsKey.key })
    expect(read.body).toEqual({ ok: true, ...(sent.body as { data: object }).data })
  })

  test('need the plan that their service asks of keys', async () => {
    const poor = await app.tenant({ plan: { services: ['sms'] } })
    const browser = await logIn(app, poor.userId)
    const path = `/workspaces/${poor.workspaceId}`
    expect(await browser.refusal('GET', `${path}/files/files`)).toEqual([402, 'plan_upgrade_required'])
    expect((await browser.call('GET', `${path}/sms/messages`)).status).toBe(200)
    const mute = await app.tenant({ plan: { services: ['files'] } })
    const other = await logIn(app, mute.userId)
    expect(await other.refusal('GET', `/workspaces/${mute.workspaceId}/sms/messages`)).toEqual([
      402,
      'subscription_inactive',
    ])
    const idle = await app.tenant({ plan: { active: false } })
    const idler = await logIn(app, idle.userId)
    expect(await idler.refusal('GET', `/workspaces/${idle.workspaceId}/files/files`)).toEqual([
      402,
      'subscription_required',
    ])
  })

  test('refuse by the role of this moment', async () => {
    const { id } = await app.member(tenant.workspaceId, 'member')
    const browser = await logIn(app, id)
    const path = `/workspaces/${tenant.workspaceId}/iam/invites`
    expect(await browser.refusal('GET', path)).toEqual([403, 'not_admin'])
  })
})
