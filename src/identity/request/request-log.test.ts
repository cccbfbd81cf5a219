import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { silentLog } from '../../../test/log.ts'
import { until } from '../../../test/until.ts'
import type { AnsweredRequest } from '../../api/http/request-log.ts'
import { sql } from '../../platform/database/sql.ts'
import { openRequestLog } from './request-log.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await testDatabase()
})
afterAll(() => place.close())

const open = () => openRequestLog({ ...place, log: silentLog })

let workspaces = 0
const newWorkspace = (): number => ++workspaces

const answered = (workspaceId: number, status = 200): AnsweredRequest => ({
  requestId: `req_${workspaceId}`,
  requester: { userId: 1, workspaceId },
  service: 'files',
  endpoint: undefined,
  method: 'GET',
  status,
  code: undefined,
  ms: 1.25,
  address: '192.0.2.1',
})

const statusesIn = async (workspaceId: number): Promise<number[]> => {
  const rows = await place.database.rows<{ status: number }>(
    sql`select status from identity.request where workspace_id = ${workspaceId} order by id`,
  )
  return rows.map(({ status }) => status)
}

/** Statements on the table fail while `work` runs. */
async function whileAway(work: () => Promise<void>): Promise<void> {
  await place.database.run(sql`alter table identity.request rename to request_away`)
  await work()
  await place.database.run(sql`alter table identity.request_away rename to request`)
}

describe('the request log', () => {
  test('writes by itself what was recorded', async () => {
    const workspaceId = newWorkspace()
    const log = open()
    log.record(answered(workspaceId, 204))
    log.record(answered(workspaceId, 404))
    await until(async () => (await statusesIn(workspaceId)).length > 0)
    expect(await statusesIn(workspaceId)).toEqual([204, 404])
    await log.close()
    expect(await statusesIn(workspaceId)).toEqual([204, 404])
  })

  test('writes the rest when it is closed', async () => {
    const workspaceId = newWorkspace()
    const log = open()
    log.record(answered(workspaceId))
    await log.close()
    expect(await statusesIn(workspaceId)).toEqual([200])
  })

  test('writes 500 requests a second, refused ones first, and counts the others', async () => {
    const workspaceId = newWorkspace()
    const log = open()
    for (let count = 0; count < 600; count++) log.record(answered(workspaceId))
    for (let count = 0; count < 200; count++) log.record(answered(workspaceId, 403))
    expect(log.dropped()).toBe(300)
    await log.close()
    const statuses = await statusesIn(workspaceId)
    expect(statuses).toHaveLength(500)
    expect(statuses.filter((status) => status === 403)).toHaveLength(200)
  })

  test('keeps the first 500 of more refused ones', async () => {
    const workspaceId = newWorkspace()
    const log = open()
    for (let count = 0; count < 500; count++) log.record(answered(workspaceId, 401))
    for (let count = 0; count < 10; count++) log.record(answered(workspaceId, count % 2 ? 200 : 500))
    expect(log.dropped()).toBe(10)
    await log.close()
    expect(new Set(await statusesIn(workspaceId))).toEqual(new Set([401]))
  })

  test('keeps at most 500 requests during an outage, refused ones first, and writes them after it', async () => {
    const workspaceId = newWorkspace()
    const failures: object[] = []
    const log = openRequestLog({
      ...place,
      log: { ...silentLog, warn: (fields) => void failures.push(fields) },
    })
    await whileAway(async () => {
      for (let count = 0; count < 400; count++) log.record(answered(workspaceId))
      await until(() => failures.length > 0)
      for (let count = 0; count < 400; count++) log.record(answered(workspaceId, 503))
      expect(log.dropped()).toBe(300)
    })
    await log.close()
    const statuses = await statusesIn(workspaceId)
    expect(statuses).toHaveLength(500)
    expect(statuses.filter((status) => status === 503)).toHaveLength(400)
  })
})
