import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { cachedCount } from './cached-count.ts'
import { filesClient } from '../../../test/files-client.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('the count of a listing', () => {
  test('is taken once for each state of the workspace', async () => {
    const { key, workspaceId } = await app.tenant()
    const files = filesClient(app, (await key('files')).key)
    const { id: folder } = await files.folder('a')
    let counts = 0
    const count = (listing: string) =>
      cachedCount(app.context.database, workspaceId, listing, () => Promise.resolve(++counts))
    expect([await count('x'), await count('x'), await count('y')]).toEqual([1, 1, 2])
    const { id: file } = await files.file('bytes', 'a.txt', folder)
    expect([await count('x'), await count('x')]).toEqual([3, 3])
    await files.del(`/files/${file}`)
    expect(await count('x')).toBe(4)
  })

  test('follows every upload, rename, move, copy and deletion', async () => {
    const { key } = await app.tenant()
    const files = filesClient(app, (await key('files')).key)
    const { id: folder } = await files.folder('a')
    const { id: other } = await files.folder('b')
    const found = async (query: string) => (await files.list(`?parent_id=${folder}${query}`)).meta.total
    const both = async () => [await found(''), await found('&q=report')]
    expect(await both()).toEqual([0, 0])
    const { id } = await files.file('bytes', 'a.txt', folder)
    expect(await both()).toEqual([1, 0])
    await files.patch(`/files/${id}`, { name: 'report.txt' })
    expect(await both()).toEqual([1, 1])
    await files.post(`/files/${id}/copy`, {})
    expect((await both())[0]).toBe(2)
    await files.post(`/files/${id}/move`, { parent_id: other })
    expect((await both())[0]).toBe(1)
    const [copy] = (await files.list(`?parent_id=${folder}`)).data
    await files.del(`/files/${copy?.id}`)
    expect(await both()).toEqual([0, 0])
  })
})
