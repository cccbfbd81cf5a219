import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { insertRequests } from '../../identity/request/store.ts'
import { logIn, type Browser } from '../console.testing.ts'
import type { ConsoleRequest } from './model.ts'

let app: TestApp
let tenant: Tenant
let owner: Browser
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  owner = await logIn(app, tenant.userId)
})
afterAll(() => app.close())

interface Made {
  readonly userId: number
  readonly workspaceId?: number
  readonly keyId?: number
  readonly status?: number
  readonly code?: string
}

let made = 0

/** Adds an entry and returns its request ID. */
async function add({ userId, workspaceId = tenant.workspaceId, keyId, status = 200, code }: Made) {
  const requestId = `req_${++made}`
  const requester = { userId, workspaceId, ...(keyId !== undefined && { keyId }) }
  const rest = { service: 'files', endpoint: undefined, method: 'GET', ms: 1.5, address: '192.0.2.1' }
  await insertRequests(app.context.database, [
    { at: app.clock.now(), request: { requestId, requester, status, code, ...rest } },
  ])
  return requestId
}

interface Page {
  readonly data: readonly z.output<typeof ConsoleRequest>[]
  readonly meta: { readonly next_before: number | null }
}

const page = async (browser: Browser, query = '', workspaceId = tenant.workspaceId): Promise<Page> =>
  (await browser.call('GET', `/workspaces/${workspaceId}/requests?${query}`)).body as Page
const idsOf = async (...given: Parameters<typeof page>): Promise<string[]> =>
  (await page(...given)).data.map((request) => request.request_id)

describe('listRequests', () => {
  test('shows members their own requests, and admins all, newest first', async () => {
    const admin = await app.member(tenant.workspaceId, 'admin')
    const member = await app.member(tenant.workspaceId, 'member')
    const key = await tenant.key('files', { name: 'Backup', userId: member.id })
    const ids = [
      await add({ userId: tenant.userId }),
      await add({ userId: member.id, keyId: key.id, status: 404, code: 'file_not_found' }),
      await add({ userId: admin.id }),
      await add({ userId: member.id }),
    ]
    await add({ userId: tenant.userId, workspaceId: tenant.personalId })
    const newestFirst = ids.toReversed()
    expect(await idsOf(owner)).toEqual(newestFirst)
    expect(await idsOf(await logIn(app, admin.id))).toEqual(newestFirst)
    const { data } = await page(await logIn(app, member.id))
    expect(data.map((request) => request.request_id)).toEqual([ids[3], ids[1]])
    expect(data[1]).toEqual({
      id: expect.any(Number) as number,
      request_id: ids[1],
      at: app.clock.now().toISOString(),
      key_id: key.id,
      key_name: 'Backup',
      user_id: member.id,
      user_name: expect.stringMatching(/^Pat Person/) as string,
      service: 'files',
      operation: null,
      method: 'GET',
      path: null,
      status: 404,
      code: 'file_not_found',
      ms: 1.5,
      address: '192.0.2.1',
    })
    expect(data[0]).toMatchObject({ key_id: null, key_name: null })
  })

  test('filters by key, status, code, and request ID', async () => {
    const { workspaceId, userId, key: newKey } = await app.tenant()
    const { id: keyId } = await newKey('files')
    const here = { userId, workspaceId }
    const ids = [
      await add({ ...here, keyId }),
      await add({ ...here, status: 404, code: 'file_not_found' }),
      await add({ ...here, status: 500, code: 'internal_error' }),
    ]
    const browser = await logIn(app, userId)
    const found = (query: string) => idsOf(browser, query, workspaceId)
    expect(await found(`key_id=${keyId}`)).toEqual([ids[0]])
    expect(await found('status=ok')).toEqual([ids[0]])
    expect(await found('status=4xx')).toEqual([ids[1]])
    expect(await found('status=5xx')).toEqual([ids[2]])
    expect(await found('code=file_not_found')).toEqual([ids[1]])
    expect(await found(`request_id=${ids[2]}`)).toEqual([ids[2]])
    expect(await found('request_id=req_none')).toEqual([])
  })

  test('finds nothing for members by the key or the request ID of another person', async () => {
    const { id: keyId } = await tenant.key('files')
    const requestId = await add({ userId: tenant.userId, keyId })
    const member = await logIn(app, (await app.member(tenant.workspaceId, 'member')).id)
    for (const query of [`key_id=${keyId}`, `request_id=${requestId}`]) {
      expect(await idsOf(owner, query)).toEqual([requestId])
      expect(await page(member, query)).toEqual({ data: [], meta: { next_before: null } })
    }
  })

  test('goes on where a page ended', async () => {
    const { userId, workspaceId } = await app.tenant()
    const ids = []
    for (let count = 0; count < 3; count++) ids.push(await add({ userId, workspaceId }))
    const browser = await logIn(app, userId)
    const first = await page(browser, 'limit=2', workspaceId)
    expect(first.data.map((request) => request.request_id)).toEqual([ids[2], ids[1]])
    const second = await page(browser, `limit=2&before=${first.meta.next_before}`, workspaceId)
    expect(second.data.map((request) => request.request_id)).toEqual([ids[0]])
    expect(second.meta.next_before).toBeNull()
  })

  test('refuses bad filters as invalid_request', async () => {
    for (const query of [
      'status=3xx',
      'key_id=x',
      'key_id=0',
      'before=-1',
      'limit=101',
      `code=${'x'.repeat(101)}`,
      'request_id=%00',
    ])
      expect(await owner.refusal('GET', `/workspaces/${tenant.workspaceId}/requests?${query}`)).toEqual([
        400,
        'invalid_request',
      ])
  })

  test('is not recorded itself unless it is refused', async () => {
    const { userId, workspaceId } = await app.tenant()
    const browser = await logIn(app, userId)
    // Over a connection, because requests in memory never look complete.
    const address = await app.origin('files').listen({ port: 0, host: '127.0.0.1' })
    const url = `${address}/console/v1/workspaces/${workspaceId}/requests`
    for (const query of ['', '?limit=0'])
      await (await fetch(`${url}${query}`, { headers: { cookie: browser.cookie } })).arrayBuffer()
    await until(async () => (await page(browser, '', workspaceId)).data.length > 0)
    expect((await page(browser, '', workspaceId)).data).toMatchObject([
      { operation: 'listRequests', status: 400, code: 'invalid_request' },
    ])
  })
})
