import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { logIn } from '../console.testing.ts'

let app: TestApp
let tenant: Tenant
let base: string
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  const origin = app.origin('files')
  await origin.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(origin.server.address() as AddressInfo).port}/console/v1/events`
})
afterAll(() => app.close())

async function open(cookie: string) {
  const leave = new AbortController()
  const response = await fetch(base, { headers: { cookie }, signal: leave.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const until = async (part: string): Promise<string> => {
    while (!text.includes(part)) {
      const piece = await reader?.read()
      if (!piece || piece.done) return `${text}<end>`
      text += piece.value
    }
    return text
  }
  return { response, until, leave: () => leave.abort() }
}

describe('streamEvents', () => {
  test('tells of changes in the workspaces of the person', async () => {
    const browser = await logIn(app, tenant.userId)
    const stream = await open(browser.cookie)
    expect([stream.response.status, stream.response.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/event-stream'),
    ])
    await tenant.key('files')
    const text = await stream.until('"topic":"keys"')
    expect(text).toContain('event: changed\n')
    expect(text).toContain(`"workspace_id":${tenant.workspaceId}`)
    stream.leave()
  })

  test('ends with the log-in, and says so', async () => {
    const [browser, other] = [await logIn(app, tenant.userId), await logIn(app, tenant.userId)]
    const stream = await open(browser.cookie)
    await browser.call('DELETE', '/session')
    expect(await stream.until('<never>')).toMatch(/"topic":"session"[^]*<end>$/)
    expect((await other.call('GET', '/session')).status).toBe(200)
  })

  test('is rate_limited beyond 20 streams of a person', async () => {
    const { userId } = await app.tenant()
    const { cookie } = await logIn(app, userId)
    const streams = await Promise.all(Array.from({ length: 20 }, () => open(cookie)))
    expect(streams.map(({ response }) => response.status)).toEqual(Array.from({ length: 20 }, () => 200))
    const one = await open(cookie)
    expect([one.response.status, await one.response.text().catch(() => 'read')]).toEqual([
      429,
      expect.anything(),
    ])
    for (const { leave } of streams) leave()
  })
})
