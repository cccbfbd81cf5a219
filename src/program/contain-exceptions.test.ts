import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../test/until.ts'
import { RawConnection } from '../gateway/raw-connection.testing.ts'
import type { Told } from './contain-exceptions.sample.ts'

let child: ChildProcess
let port: number
const told: Told[] = []

beforeAll(async () => {
  child = fork(join(import.meta.dirname, 'contain-exceptions.sample.ts'), { execArgv: [] })
  child.on('message', (message: Told) => told.push(message))
  await eventually(() => expect(told).toHaveLength(1))
  ;({ port } = told.shift() as { port: number })
})
afterAll(() => child.kill('SIGKILL'))

async function get(path: string) {
  const connection = new RawConnection(port)
  await connection.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  return { connection, answer: connection.read('GET') }
}

/** What was logged and counted since the last look, once so many requests have failed. The child counts after it logs. */
async function takeTold(failed: number): Promise<readonly Told[]> {
  await eventually(() => expect(told.filter((each) => 'counted' in each)).toHaveLength(failed))
  return told.splice(0)
}

describe('an uncaught exception', () => {
  test.each(['timer', 'tick', 'microtask', 'immediate', 'rejection'])(
    'in a request (%s) ends that request as the service answers, is logged and counted, and others go on',
    async (how) => {
      const other = await get('/wait')
      const { connection, answer } = await get(`/v1/explode/${how}`)
      const { status, headers, body } = await answer
      const id = headers['x-request-id']
      expect([status, headers['connection']]).toEqual([500, 'close'])
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'failed', details: { request_id: id } } })
      connection.destroy()
      expect((await other.answer).status).toBe(200)
      other.connection.destroy()
      expect(await takeTold(1)).toContainEqual({
        logged: expect.objectContaining({ request_id: id, endpoint: 'explode' }),
      })
    },
  )

  test('in a listener to its body ends that request, whichever piece it is', async () => {
    for (const pieces of [['!'], ['a', '!'], ['a', 'b', '!']]) {
      const connection = new RawConnection(port)
      await connection.write('POST /body HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
      for (const piece of pieces) {
        await connection.write(`1\r\n${piece}\r\n`)
        expect((await get('/v1/nothing').then(({ answer }) => answer)).status).toBe(404)
      }
      expect((await connection.read('POST')).status).toBe(500)
      connection.destroy()
      await takeTold(1)
    }
  })

  test('in a request that is being answered breaks the answer off', async () => {
    for (const path of ['/answer', '/stream']) {
      const { connection, answer } = await get(path)
      await expect(answer).rejects.toThrow()
      connection.destroy()
      await takeTold(1)
    }
  })

  test('in a request that waited for others to begin ends that one', async () => {
    const opened = await Promise.all(Array.from({ length: 61 }, () => get('/v1/nothing')))
    for (const { answer } of opened) expect((await answer).status).toBe(404)
    // While the process is busy with the first request, the others arrive. It finds all of them at the same moment.
    for (const [at, { connection }] of opened.entries())
      void connection.write(`GET ${at === 0 ? '/busy' : '/v1/explode/timer'} HTTP/1.1\r\nHost: x\r\n\r\n`)
    const [busy, ...connections] = opened.map(({ connection }) => connection)
    expect((await busy?.read('GET'))?.status).toBe(200)
    busy?.destroy()
    for (const connection of connections) {
      expect((await connection.read('GET')).status).toBe(500)
      connection.destroy()
    }
    const seen = await takeTold(60)
    const ids = seen.flatMap((each) => ('logged' in each ? [each.logged.request_id] : []))
    expect(new Set(ids).size).toBe(60)
  })

  test('outside of requests ends the process, and is logged', async () => {
    const ended = once(child, 'exit')
    child.send('explode')
    expect(await ended).toEqual([1, null])
    await eventually(() => expect(told).toEqual([{ logged: expect.anything() }]))
  })
})
