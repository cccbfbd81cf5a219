import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../test/files-client.ts'
import { webhooksApp, type WebhooksApp } from './webhooks.testing.ts'

let hooks: WebhooksApp
beforeAll(async () => {
  hooks = await webhooksApp()
})
afterAll(() => hooks.app.close())

const names = [
  'file.created',
  'folder.created',
  'file.renamed',
  'file.moved',
  'file.deleted',
  'share.changed',
  'member.role_changed',
  'member.removed',
  'member.added',
]

describe('listWebhookEvents', () => {
  test('shows each event that can be subscribed to by name with a description, and the wildcard', async () => {
    const { status, body } = await hooks.api('GET', '/webhooks/events')
    const data = names.map((event) => ({ event, description: expect.stringMatching(/^.+\.$/) as string }))
    expect([status, body]).toEqual([200, { data, meta: { wildcard: '*' } }])
  })

  test('needs webhooks:read and is out_of_scope for a folder key', async () => {
    const reader = await hooks.callerOf({ scopes: ['webhooks:read'] })
    expect((await reader('GET', '/webhooks/events')).status).toBe(200)
    const writer = await hooks.callerOf({ scopes: ['webhooks:write'] })
    expect(refusalOf(await writer('GET', '/webhooks/events'))).toEqual([403, 'insufficient_scope'])
    const call = await hooks.folderKey()
    expect(refusalOf(await call('GET', '/webhooks/events'))).toEqual([403, 'out_of_scope'])
  })
})
