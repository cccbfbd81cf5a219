import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { sampleFaults, sampleProblems } from '../../../test/sample-service.ts'
import { until } from '../../../test/until.ts'
import { defineService } from '../../api/define-service.ts'
import { dataEnvelope } from '../../api/envelope.ts'
import { idText } from '../../api/field.ts'
import { mount } from '../../api/mount.ts'
import { createOrigin } from '../../api/origin.ts'
import { events } from '../../api/result.ts'
import { files } from '../../files/service.ts'
import { proxy } from '../../gateway/proxy.ts'
import { openMemoryCounters } from '../../platform/limits/memory.ts'
import type { OriginName } from '../../program/roles.ts'
import { openIdentity } from '../open.ts'
import { member, sessionKind } from '../schemes/session.ts'
import { beginSession } from '../session/begin-session.ts'
import { listRequests, type RequestRow } from './list-store.ts'
import { openRequestLog } from './request-log.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
})
afterAll(() => app.close())

interface Call {
  readonly method?: string
  readonly key?: string
  readonly json?: object
}

const addresses = new Map<OriginName, string>()

async function addressOf(name: OriginName): Promise<string> {
  const known = addresses.get(name)
  if (known !== undefined) return known
  const address = await app.origin(name).listen({ port: 0, host: '127.0.0.1' })
  addresses.set(name, address)
  return address
}

/** Over a connection, because requests in memory never look complete. */
async function send(url: string, { method = 'GET', key, json }: Call = {}): Promise<Response> {
  const headers = {
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(json && { 'content-type': 'application/json' }),
    'x-name': 'secret',
  }
  const body = json ? JSON.stringify(json) : null
  const response = await fetch(url, { method, headers, body })
  await response.arrayBuffer()
  return response
}

const call = async (name: OriginName, path: string, options?: Call): Promise<Response> =>
  send(`${await addressOf(name)}${path}`, options)

/** An origin of another process, with its own log. */
function openOther() {
  const { log, random } = app.context
  const requestLog = openRequestLog(app.context)
  const codes = { notFound: 'not_found', malformed: 'bad_request', failed: 'failed' }
  const profile = { name: 'test', envelope: dataEnvelope, codes }
  const observe = () => undefined
  return {
    requestLog,
    origin: createOrigin({ profile, log, random, trustedProxies: 0, observe, requestLog }),
  }
}

const listed = async (workspaceId: number): Promise<readonly RequestRow[]> =>
  (await listRequests(app.context.database, { workspaceId }, 100)).requests

/** Waits for this number of entries. */
async function recorded(workspaceId: number, count = 1): Promise<readonly RequestRow[]> {
  await until(async () => (await listed(workspaceId)).length >= count)
  return (await listed(workspaceId)).toReversed()
}

describe('a request with a key', () => {
  test('is recorded once, with its operation, status, and code, for each service', async () => {
    const { workspaceId, userId } = tenant
    const filesKey = await tenant.key('files')
    const sms = await tenant.key('sms')
    const iam = await tenant.key('iam')
    const provisioning = await tenant.key('provisioning')
    const done = await call('files', '/api/v1/files', { key: filesKey.key })
    await call('gateway', '/v1/files/files/none', { key: filesKey.key })
    await call('sms', '/api/v1/messages', { method: 'POST', json: {}, key: sms.key })
    await call('gateway', '/v1/iam/members/987654', { method: 'DELETE', key: iam.key })
    await call('gateway', '/v1/users', { method: 'POST', json: { email: 5 }, key: provisioning.key })
    const rows = await recorded(workspaceId, 5)
    const shown = rows.map(({ service, operation, method, path, status, code, key_id: keyId }) => [
      service,
      operation,
      method,
      path,
      status,
      code,
      keyId,
    ])
    expect(shown).toEqual([
      ['files', 'listFiles', 'GET', '/files', 200, null, filesKey.id],
      ['files', 'getFile', 'GET', '/files/{id}', 404, 'not_found', filesKey.id],
      ['sms', 'sendMessage', 'POST', '/messages', 400, expect.any(String), sms.id],
      ['iam', 'deleteMember', 'DELETE', '/members/{user_id}', 404, 'member_not_found', iam.id],
      ['provisioning', 'createUser', 'POST', '', 400, 'invalid_email', provisioning.id],
    ])
    const request_id = done.headers.get('x-request-id')
    const address = '127.0.0.1'
    expect(rows[0]).toMatchObject({ request_id, user_id: userId, address, ms: expect.any(Number) })
  })

  test('never has values of paths, queries, headers, or bodies in its entry', async () => {
    const { workspaceId, key: newKey } = await app.tenant()
    const { key } = await newKey('files')
    await call('files', '/api/v1/files/secret?q=secret', { key })
    await call('files', '/api/v1/secret/secret?q=secret', { key })
    await call('files', '/api/v1/folders', { method: 'POST', json: { name: 'secret' }, key })
    expect(JSON.stringify(await recorded(workspaceId, 3))).not.toContain('secret')
  })

  test('is recorded without an operation at an unknown path and with an unknown method', async () => {
    const { workspaceId, key: newKey } = await app.tenant()
    const { key } = await newKey('files')
    await call('files', '/api/v1/nothing', { key })
    await call('files', '/api/v1/files', { method: 'PUT', key })
    expect(await recorded(workspaceId, 2)).toMatchObject([
      { service: 'files', operation: null, path: null, method: 'GET', status: 404, code: 'not_found' },
      { service: 'files', operation: null, path: null, method: 'PUT', status: 405 },
    ])
  })

  test('is recorded when a known key is refused, but not when the key is unknown or missing', async () => {
    const { workspaceId, key: newKey } = await app.tenant()
    const { key } = await newKey('files', { scopes: ['files:read'] })
    await call('files', '/api/v1/files')
    await call('files', '/api/v1/files', { key: `${key.slice(0, -1)}~` })
    await call('files', '/api/v1/folders', { method: 'POST', json: { name: 'n' }, key })
    expect(await recorded(workspaceId)).toMatchObject([
      { operation: 'createFolder', status: 403, code: 'insufficient_scope' },
    ])
  })

  test('is recorded once when a gateway in another process relays it', async () => {
    const { workspaceId, key: newKey } = await app.tenant()
    const { key } = await newKey('files')
    const { requestLog, origin } = openOther()
    const upstream = { origin: await addressOf('files'), prefix: '/api/v1' }
    await proxy(origin, { prefix: '/v1/files', service: files.profile, upstream, timeoutMs: 5000 })
    const address = await origin.listen({ port: 0, host: '127.0.0.1' })
    expect((await send(`${address}/v1/files/files`, { key })).status).toBe(200)
    await origin.close()
    await requestLog.close()
    // Written after the relayed one.
    await call('files', '/api/v1/files/none', { key })
    await until(async () => (await listed(workspaceId)).some(({ status }) => status === 404))
    expect((await listed(workspaceId)).map(({ status }) => status)).toEqual([404, 200])
  })

  test('is not recorded when the log is off', async () => {
    const off = openIdentity(
      { ...app.context, settings: { ...app.context.settings, requestLogDays: 0 } },
      { counters: openMemoryCounters(app.context) },
    )
    expect(off.requestLog).toBeUndefined()
    await off.close()
  })
})

describe('a request of a person who is logged in', () => {
  const console = defineService({
    title: 'Seats',
    description: 'Who sits where.',
    envelope: dataEnvelope,
    constraints: {},
    rateHeaders: [],
    jsonBytesMax: 1024,
    cors: false,
    name: 'console',
    problems: {
      ...sampleProblems,
      not_logged_in: [401, 'Log in.'],
      cross_site: [403, 'The request came from another site.'],
      workspace_not_found: [404, 'You belong to no such workspace.'],
    },
    callers: [sessionKind],
    codes: {
      ...sampleFaults,
      not_logged_in: 'not_logged_in',
      cross_site: 'cross_site',
      unknown_workspace: 'workspace_not_found',
      no_subscription: 'no_plan',
      not_in_plan: 'no_plan',
      not_in_owners_plan: 'no_plan',
      limit_reached: 'rate_limited',
      limits_unavailable: 'limits_down',
    },
    scopes: {},
  })
  const streams: PassThrough[] = []
  const watchSeats = console.endpoint('watchSeats', {
    method: 'GET',
    path: '/workspaces/{workspace}/seats',
    summary: 'Watch seats',
    who: member,
    params: z.object({ workspace: idText() }),
    result: events,
    problems: ['workspace_not_found'],
    handle: () =>
      Promise.resolve(() => {
        const stream = new PassThrough()
        stream.write('event: seat\n\n')
        streams.push(stream)
        return stream
      }),
  })

  test('is recorded without a key; a stream of events when the client leaves it', async () => {
    const { context } = app
    const { random, database, origins } = context
    const { requestLog, origin } = openOther()
    const { profile: service } = console
    await mount(origin, {
      prefix: '/console',
      service,
      endpoints: [watchSeats],
      schemes: app.sessions.filter(({ kind }) => kind === 'session'),
      context,
    })
    const { userId, workspaceId } = await app.tenant()
    const { cookie } = await database.transaction((tx) =>
      beginSession(
        tx,
        { random, filesOrigin: origins.files },
        { person: { id: userId, password_hash: null, two_step: false }, browser: 'test', origin: {} },
      ),
    )
    const address = await origin.listen({ port: 0, host: '127.0.0.1' })
    const leaving = new AbortController()
    const headers = { cookie: cookie.split(';', 1)[0] ?? '' }
    const url = `${address}/console/workspaces/${workspaceId}/seats`
    const response = await fetch(url, { headers, signal: leaving.signal })
    expect(response.status).toBe(200)
    expect(await listed(workspaceId)).toEqual([])
    leaving.abort()
    expect(await recorded(workspaceId)).toMatchObject([
      { service: 'console', operation: 'watchSeats', user_id: userId, key_id: null, status: 200, code: null },
    ])
    for (const stream of streams) stream.destroy()
    await origin.close()
    await requestLog.close()
  })
})
