import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../test/files-client.ts'
import { webhooksApp, type WebhooksApp } from './webhooks.testing.ts'

let hooks: WebhooksApp
beforeAll(async () => {
  hooks = await webhooksApp()
})
afterAll(() => hooks.app.close())

describe('listWebhooks', () => {
  test('shows all 20 on one page, oldest first, without secrets', async () => {
    const { api } = await hooks.ofOther()
    const made = []
    for (let at = 0; at < 20; at++) made.push(await hooks.made({ name: `Hook ${at}` }, api))
    const answer = await api('GET', '/webhooks')
    const meta = { total: 20, offset: 0, limit: 20, next_offset: null }
    expect([answer.status, answer.body]).toEqual([200, { data: made, meta }])
    expect(answer.text).not.toContain('secret')
    const page = (await api('GET', '/webhooks?limit=3&offset=6')).body
    expect(page).toEqual({ data: made.slice(6, 9), meta: { total: 20, offset: 6, limit: 3, next_offset: 9 } })
  })

  test('refuses other pages as invalid_paging', async () => {
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'offset=-1'])
      expect(refusalOf(await hooks.api('GET', `/webhooks?${query}`))).toEqual([400, 'invalid_paging'])
  })

  test('works for members, and never shows webhooks of another workspace', async () => {
    await hooks.made()
    const member = await hooks.callerAs('member')
    expect((await member('GET', '/webhooks')).body).toMatchObject({ data: [{ name: 'Hook' }] })
    const { api } = await hooks.ofOther()
    expect((await api('GET', '/webhooks')).body).toMatchObject({ data: [], meta: { total: 0 } })
  })

  test('works in a personal workspace', async () => {
    const call = await hooks.callerOf({ workspaceId: hooks.tenant.personalId })
    const made = await hooks.made({}, call)
    expect(made['workspace_id']).toBe(hooks.tenant.personalId)
    expect((await call('GET', '/webhooks')).body).toMatchObject({ data: [made] })
  })

  test('needs webhooks:read, is out_of_scope for a folder key', async () => {
    const writer = await hooks.callerOf({ scopes: ['webhooks:write'] })
    const answer = await writer('GET', '/webhooks')
    expect(answer.body).toMatchObject({
      error: { code: 'insufficient_scope', details: { required: ['webhooks:read'] } },
    })
    const call = await hooks.folderKey()
    expect(refusalOf(await call('GET', '/webhooks'))).toEqual([403, 'out_of_scope'])
  })
})
