import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient, type Shown } from '../../../test/files-client.ts'
import { testApp, type Answer, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { recountStorage } from './recount-storage.ts'
import { findMiscount } from './store.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const nothing = { bytes: 0, files: 0, folders: 0, reserved: 0 }

const fresh = async () => {
  const owner = await app.tenant()
  return { owner, client: filesClient(app, (await owner.key('files')).key) }
}

describe('the nightly recount', () => {
  test('leaves right counts alone, corrects wrong ones and logs them', async () => {
    const { database, log } = app.context
    const [right, wrong] = [await fresh(), await fresh()]
    for (const { client } of [right, wrong]) {
      await client.file('12345', 'x.txt', (await client.folder('folder')).id)
    }
    await database.run(sql`
      update files.usage set used_bytes = used_bytes + 95, file_count = file_count + 2, folder_count = 0,
        reserved_bytes = 7
      where workspace_id = ${wrong.owner.workspaceId}`)
    const said: object[] = []
    const listening = { ...log, error: (fields: object) => void said.push(fields) }
    await recountStorage.run({}, { ...app.context, log: listening })
    const surplus = { bytes: 95, files: 2, folders: -1, reserved: 7 }
    expect(said).toEqual([{ workspace_id: wrong.owner.workspaceId, ...surplus }])
    expect(await findMiscount(database, wrong.owner.workspaceId)).toEqual(nothing)
    for (const { client } of [right, wrong]) {
      const usage = dataOf(await client.get('/storage'))
      expect(usage).toMatchObject({ used: 5, file_count: 1, folder_count: 1 })
    }
    await recountStorage.run({}, { ...app.context, log: listening })
    expect(said).toHaveLength(1)
  })

  test('is right after concurrent writes', async () => {
    const { client, owner } = await fresh()
    const { database } = app.context
    const top = await client.folder('top')
    await database.run(sql`
      update files.usage set used_bytes = used_bytes + 1000 where workspace_id = ${owner.workspaceId}`)
    const uploads = Array.from({ length: 20 }, (_, n) => client.file('12345', `${n}.txt`, top.id))
    const silent = { ...app.context, log: { ...app.context.log, error: () => undefined } }
    await Promise.all([...uploads, recountStorage.run({}, silent)])
    expect(await findMiscount(database, owner.workspaceId)).toEqual(nothing)
  })
})

/** Rows whose parent is missing, or that no root leads to: no race may leave them. */
const findLost = (workspaceId: number) =>
  app.context.database.rows(sql`
    with recursive held as (
      select id from files.file where workspace_id = ${workspaceId} and parent_id is null
      union all
      select child.id from held join files.file child on child.parent_id = held.id
    )
    select id from files.file where workspace_id = ${workspaceId} and id not in (select id from held)`)

const statuses = (answers: readonly Answer[]) =>
  [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b)

describe('concurrent changes', () => {
  test('copies, uploads, folders and moves into a folder that is deleted leave no orphan', async () => {
    const { client, owner } = await fresh()
    const source = await client.folder('source')
    for (let n = 0; n < 5; n++) await client.file('12345', `${n}`, (await client.folder('in', source.id)).id)
    // Not into the source: it would double each round, until a copy has more items than it may.
    const saved = await client.folder('saved')
    for (let round = 0; round < 12; round++) {
      const doomed = await client.folder('doomed')
      const inner = await client.folder('inner', doomed.id)
      const loose = await Promise.all([client.folder('loose'), client.folder('loose')])
      const paper = await client.file('x', 'paper')
      const [deleted, ...others] = await Promise.all([
        client.del(`/folders/${doomed.id}`),
        client.post(`/files/${source.id}/copy`, { parent_id: inner.id }),
        client.post(`/files/${doomed.id}/copy`, { parent_id: saved.id }),
        client.upload('12345', 'late.txt', { parent_id: inner.id }),
        client.post('/folders', { name: 'late', parent_id: inner.id }),
        ...loose.map(({ id }) => client.post(`/files/${id}/move`, { parent_id: inner.id })),
        client.patch(`/files/${paper.id}`, { parent_id: inner.id }),
        client.patch(`/files/${inner.id}`, { parent_id: loose[0].id }),
      ])
      expect(deleted.status).toBe(204)
      for (const status of statuses(others)) expect([200, 201, 400, 404]).toContain(status)
    }
    expect(await findLost(owner.workspaceId)).toEqual([])
    expect(await findMiscount(app.context.database, owner.workspaceId)).toEqual(nothing)
  })

  test('deletions of a folder and of its contents each count once', async () => {
    const { client, owner } = await fresh()
    for (let round = 0; round < 10; round++) {
      const outer = await client.folder('outer')
      const inner = await client.folder('inner', outer.id)
      const file = await client.file('12345', 'x', inner.id)
      const ids = [outer.id, inner.id, file.id, outer.id, inner.id, file.id]
      const answers = await Promise.all(ids.map((id) => client.del(`/files/${id}`)))
      for (const status of statuses(answers)) expect([204, 404]).toContain(status)
    }
    expect(dataOf(await client.get('/storage'))).toMatchObject({ used: 0, file_count: 0, folder_count: 0 })
    expect(await findMiscount(app.context.database, owner.workspaceId)).toEqual(nothing)
  })

  test('in a storm of all kinds keep usage, tree and quota exact', async () => {
    const { owner } = await fresh()
    const clients = await Promise.all(
      Array.from({ length: 4 }, async () => filesClient(app, (await owner.key('files')).key)),
    )
    const first = clients[0] as (typeof clients)[number]
    const folders: Shown[] = []
    for (let n = 0; n < 8; n++) folders.push(await first.folder(`f${n}`, folders[n >> 1]?.id))
    let seed = 1
    const draw = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const known = folders.map(({ id }) => id)
    const some = () => known[draw(known.length)] as string
    const one = async (client: (typeof clients)[number]) => {
      const acts = [
        () => client.upload('12345', 'x', { parent_id: some() }),
        () => client.post('/folders', { name: 'n', parent_id: some() }),
        () => client.post('/folders', { name: 'n' }),
        () => client.post(`/files/${some()}/copy`, { parent_id: some() }),
        () => client.post(`/files/${some()}/move`, { parent_id: some() }),
        () => client.patch(`/files/${some()}`, { name: 'renamed', parent_id: some() }),
        () => client.del(`/files/${some()}`),
      ]
      const answer = await (acts[draw(acts.length)] as (typeof acts)[number])()
      if (answer.status === 201) known.push(dataOf(answer).id)
      return answer
    }
    const answers = await Promise.all(
      clients.map(async (client) => {
        const all: Answer[] = []
        for (let turn = 0; turn < 120; turn++) all.push(await one(client))
        return all
      }),
    )
    expect(answers.flat().filter(({ status }) => status >= 500)).toEqual([])
    expect(answers.flat().filter(({ status }) => status < 300).length).toBeGreaterThan(100)
    expect(await findLost(owner.workspaceId)).toEqual([])
    expect(await findMiscount(app.context.database, owner.workspaceId)).toEqual(nothing)
  })
})
