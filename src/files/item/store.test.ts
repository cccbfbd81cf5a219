import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { systemRandom } from '../../platform/random.ts'
import { IdTaken, insertItem } from './store.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Draws these ids, one after another. */
function drawing(...ids: string[]) {
  return { ...systemRandom, base62: () => ids.shift() ?? 'lastone0' }
}

describe('adding an item', () => {
  test('draws another id when one is taken, even by another tenant', async () => {
    const { workspaceId, personalId } = await app.tenant()
    const draft = { parentId: null, name: 'a', createdAt: app.clock.now() }
    const { database } = app.context
    const add = (workspace: number, ...ids: string[]) =>
      database.transaction((tx) => insertItem(tx, workspace, draft, drawing(...ids)))
    expect((await add(workspaceId, 'taken000')).id).toBe('taken000')
    expect((await add(personalId, 'taken000', 'free0000')).id).toBe('free0000')
    await expect(add(workspaceId, ...Array.from({ length: 5 }, () => 'taken000'))).rejects.toThrow(IdTaken)
  })
})
