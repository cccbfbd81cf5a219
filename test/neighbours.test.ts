import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn, type Browser } from '../src/console/console.testing.ts'
import { sql } from '../src/platform/database/sql.ts'
import type { FairLimiter } from '../src/platform/concurrency/fair-limiter.ts'
import { workspaceFlow } from '../src/api/limiters.ts'
import type { FlowKeys } from '../src/platform/concurrency/flow-key.ts'
import { visitorFlow } from '../src/api/limiters.ts'
import { jsonCaller } from './files-app.ts'
import { dataOf, filesClient } from './files-client.ts'
import { testApp, type TestApp } from './harness.ts'
import { newAddress } from './iam-app.ts'
import { until } from './until.ts'
import { visitor } from './visitor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ uploadThroughputMin: { bytesMin: 1000, windowMs: 200 } })
  await app.origin('files').listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

async function openTenant() {
  const tenant = await app.tenant()
  const { key } = await tenant.key('files')
  const { workspaceId, userId } = tenant
  return { workspaceId, userId, key, files: filesClient(app, key), api: jsonCaller(app, key) }
}

/** Takes every turn that these flowKeys can have, and has some more wait. Gives all of them back. */
async function exhaust(limiters: FairLimiter, flowKeys: FlowKeys): Promise<() => Promise<void>> {
  const waitingBefore = limiters.state.waiting
  const taken: Promise<() => void>[] = []
  while (limiters.state.waiting === waitingBefore) {
    taken.push(limiters.acquire(flowKeys))
    await new Promise(setImmediate)
  }
  return async () => {
    for (const turn of taken) (await turn)()
  }
}

const turnsOf = (resource: string): FairLimiter => {
  const found = app.context.blobs.limiters.find((limiters) => limiters.resource === resource)
  if (!found) throw new Error(`There are no ${resource}.`)
  return found
}

describe('a tenant', () => {
  test('uploads while another one has more slow uploads than there are writers', async () => {
    const other = await openTenant()
    const giveBack = await exhaust(turnsOf('writers'), workspaceFlow(other.workspaceId))
    const { files } = await openTenant()
    expect((await files.upload('bytes', 'a.txt')).status).toBe(201)
    await giveBack()
  })

  test('searches, copies and deletes while another one has every database permit it may hold', async () => {
    const other = await openTenant()
    const giveBack = await exhaust(app.context.limiters.statements, workspaceFlow(other.workspaceId))
    const { files, api } = await openTenant()
    const folder = await files.folder('things')
    expect((await files.get('/search?q=thing')).status).toBe(200)
    expect((await api('POST', `/files/${folder.id}/copy`, {})).status).toBe(201)
    expect((await files.del(`/folders/${folder.id}`)).status).toBeLessThan(300)
    await giveBack()
  })

  test('searches texts while another one has every database permit it may hold', async () => {
    const [busy, other] = [await openTenant(), await openTenant()]
    const { statements } = app.context.limiters
    const people = await Promise.all([busy, other].map(({ userId }) => logIn(app, userId)))
    const ask = ([of, browser]: readonly [{ readonly workspaceId: number }, Browser | undefined]) =>
      ['messages?q=x', 'conversations?phone=202', 'conversations?unread=true'].map(async (list) =>
        browser?.call('GET', `/workspaces/${of.workspaceId}/${list}`).then(({ status }) => status),
      )
    const giveBack = await exhaust(statements, workspaceFlow(busy.workspaceId))
    const { waiting } = statements.state
    const waitingAnswers = ask([busy, people[0]])
    await until(async () => statements.state.waiting === waiting + 3)
    expect(await Promise.all(ask([other, people[1]]))).toEqual([200, 200, 200])
    // The list itself and one conversation take no turn.
    expect((await people[0]?.call('GET', `/workspaces/${busy.workspaceId}/conversations`))?.status).toBe(200)
    await giveBack()
    expect(await Promise.all(waitingAnswers)).toEqual([200, 200, 200])
  })

  test('compresses while four others are at it', async () => {
    const { compressions, compressors } = app.context.limiters
    const others = await Promise.all(Array.from({ length: 4 }, openTenant))
    const releases = await Promise.all(
      others.map(({ workspaceId }) => compressions.acquire(workspaceFlow(workspaceId))),
    )
    const { files } = await openTenant()
    const { id } = await files.file('bytes', 'a.txt')
    expect((await files.post(`/files/${id}/compress`, {})).status).toBe(201)
    for (const release of releases) release()
    expect(compressors.state.running).toBe(0)
  })

  test('extracts an archive while another one has all turns that he may have', async () => {
    const other = await openTenant()
    const giveBack = await exhaust(app.context.limiters.extractions, workspaceFlow(other.workspaceId))
    const { files } = await openTenant()
    const { id } = await files.file('bytes', 'a.txt')
    const archive = dataOf(await files.post(`/files/${id}/compress`, {}))
    expect((await files.post(`/files/${archive.id}/unzip`, {})).status).toBe(201)
    await giveBack()
  })

  test('downloads a folder while strangers ask for archives of a link', async () => {
    const giveBack = await exhaust(app.context.limiters.plans, visitorFlow('192.0.2.1', 'abcdefgh'))
    const { files } = await openTenant()
    const { id } = await files.folder('things')
    expect((await files.get(`/folders/${id}/content`)).status).toBe(200)
    await giveBack()
  })
})

describe('a tenant who has all turns at the database that he may have', () => {
  test('waits with his moves and extracted archives, and others do not', async () => {
    const { statements } = app.context.limiters
    const busy = await openTenant()
    const folder = await busy.files.folder('things')
    const { id } = await busy.files.file('bytes', 'a.txt')
    const archive = dataOf(await busy.files.post(`/files/${id}/compress`, {}))
    const giveBack = await exhaust(statements, workspaceFlow(busy.workspaceId))
    const { waiting } = statements.state
    const answers = [
      busy.files.post(`/files/${id}/move`, { parent_id: folder.id }),
      busy.files.post(`/files/${archive.id}/unzip`, {}),
    ]
    await until(async () => statements.state.waiting === waiting + 2)
    const { files } = await openTenant()
    const place = await files.folder('place')
    const file = await files.file('bytes', 'a.txt')
    expect((await files.post(`/files/${file.id}/move`, { parent_id: place.id })).status).toBe(200)
    await giveBack()
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 201])
  })
})

describe('a visitor', () => {
  test('opens a link while strangers with many addresses wait at the log-in', async () => {
    const { files, api } = await openTenant()
    const { id } = await files.file('bytes', 'a.txt')
    await api('POST', '/shares', { file_id: id, status: 'public' })
    const { passwords, visits } = app.context.limiters
    const giveBack = [
      await exhaust(passwords, visitorFlow('192.0.2.1', 'one')),
      await exhaust(passwords, visitorFlow('192.0.2.2', 'two')),
    ]
    const logIns = Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        visitor(app, `198.51.100.${index}`).submit('/login', { email: newAddress(), password: 'wrong' }),
      ),
    )
    await until(async () => visits.state.running + visits.state.waiting === 30)
    expect((await visitor(app).get(`/sl/${id}`)).status).toBe(200)
    for (const give of giveBack) await give()
    expect(new Set((await logIns).map(({ status }) => status))).toEqual(new Set([403]))
  })

  test('opens a link while strangers with many addresses fill the lines of four others', async () => {
    const { files, api } = await openTenant()
    const { id } = await files.file('bytes', 'a.txt')
    await api('POST', '/shares', { file_id: id, status: 'public' })
    const { visits } = app.context.limiters
    const over = new AbortController()
    for (let at = 0; at < 900; at++) {
      const asked = visitorFlow(`10.0.${at >> 8}.${at % 256}`, `share/other${at % 4}`)
      visits.acquire(asked, { signal: over.signal }).catch(() => undefined)
    }
    await new Promise(setImmediate)
    expect(visits.state.waiting).toBe(400)
    expect((await visitor(app).get(`/sl/${id}`)).status).toBe(200)
    over.abort()
  })

  test('types the password of his link while somebody tries another one all the time', async () => {
    const { files, api } = await openTenant()
    const { id } = await files.file('bytes', 'a.txt')
    await api('POST', '/shares', { file_id: id, status: 'public', password: 'correct horse' })
    const attacker = visitorFlow('192.0.2.1', 'abcdefgh')
    const giveBack = [
      await exhaust(app.context.limiters.passwords, attacker),
      await exhaust(app.context.limiters.tries, attacker),
    ]
    const answer = await visitor(app).submit(`/sl/${id}`, { password: 'correct horse' })
    expect(answer.status).toBe(303)
    for (const give of giveBack) await give()
  })

  test('who tries all links one after another waits, although each link still has free tries', async () => {
    const { files, api } = await openTenant()
    const guest = visitor(app, '198.51.100.77')
    const statuses: number[] = []
    for (let link = 0; link < 9; link++) {
      const { id } = await files.file('bytes', `${link}.txt`)
      await api('POST', '/shares', { file_id: id, status: 'public', password: 'correct horse' })
      for (let guess = 0; guess < 5; guess++)
        statuses.push((await guest.submit(`/sl/${id}`, { password: 'wrong' })).status)
    }
    expect(statuses.slice(0, 41)).toEqual(Array(41).fill(403))
    expect(statuses.slice(41)).toEqual(Array(4).fill(429))
  })
})

/** Sends a head and some of its body, and then a byte now and then until there is an answer. */
async function sendSlowly(path: string, key: string, headers: string, body: string): Promise<string> {
  const { port } = app.origin('files').server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST /api/v1${path} HTTP/1.1\r\nHost: files.test\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n${headers}\r\n\r\n${body}`,
  )
  const timer = setInterval(() => socket.write('x'), 50)
  try {
    return await text(socket)
  } finally {
    clearInterval(timer)
  }
}

describe('a sender who is too slow to be waited for', () => {
  test('of a form gets upload_failed, and nothing of it is left', async () => {
    const { key, workspaceId } = await openTenant()
    const form =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n'
    const type = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000'
    const answer = await sendSlowly('/files', key, type, form)
    expect(answer).toContain('HTTP/1.1 400')
    expect(answer).toContain('upload_failed')
    expect(answer).toContain('too slowly')
    const left = await app.context.database.rows(
      sql`select 1 from files.blob where workspace_id = ${workspaceId}`,
    )
    expect(left).toEqual([])
    expect(turnsOf('writers').state.running).toBe(0)
  })

  test('of JSON gets invalid_json, and what he sent is not held any longer', async () => {
    const { key } = await openTenant()
    const type = 'Content-Type: application/json\r\nContent-Length: 100000'
    const answer = await sendSlowly('/folders', key, type, '{"name":"')
    expect(answer).toContain('HTTP/1.1 400')
    expect(answer).toContain('invalid_json')
    expect(answer).toContain('too slowly')
  })

  test('of a chunk gets chunk_rejected, and the chunk may be sent again', async () => {
    const { key, files } = await openTenant()
    const opened = dataOf(await files.post('/uploads', { name: 'a.bin', size: 100_000 }))
    const path = `/uploads/${String(opened['upload_key'])}/chunk?index=0`
    const answer = await sendSlowly(path, key, 'Content-Length: 100000', 'x')
    expect(answer).toContain('HTTP/1.1 400')
    expect(answer).toContain('chunk_rejected')
    const again = await files.call('POST', path, {
      headers: { 'content-type': 'application/octet-stream' },
      payload: Buffer.alloc(100_000),
    })
    expect(again.status).toBe(200)
  })
})
