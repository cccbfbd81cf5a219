import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, refusalOf } from '../../../test/files-client.ts'
import type { TestApp } from '../../../test/harness.ts'
import { filesApp, type FilesApp } from '../../../test/files-app.ts'
import { sql } from '../../platform/database/sql.ts'

let app: TestApp
let files: FilesApp['files']
let api: FilesApp['api']

beforeAll(async () => {
  ;({ app, files, api } = await filesApp())
})
afterAll(() => app.close())

const share = (body: object) => api('POST', '/shares', body)

describe('deleteShare', () => {
  test('answers 204, clears everything and emits one event', async () => {
    const fresh = await files.file('x', 'back.txt')
    await share({ file_id: fresh.id, password: 'correct horse', expires_at: '2030-01-02 03:04:05' })
    const answer = await api('DELETE', `/shares/${fresh.id}`)
    expect([answer.status, answer.text]).toEqual([204, ''])
    await api('DELETE', `/shares/${fresh.id}`)
    const events = await app.context.database.rows<{ name: string; status: string }>(sql`
      select name, data ->> 'status' as status from platform.event
      where data ->> 'file_id' = ${fresh.id} order by id`)
    expect(events).toEqual([
      { name: 'share.changed', status: 'public' },
      { name: 'share.changed', status: 'private' },
    ])
    expect(dataOf(await share({ file_id: fresh.id }))).toMatchObject({
      share_active: true,
      share_password_protected: false,
      share_expires_at: null,
    })
  })

  test('of an unknown id is not_found', async () => {
    expect(refusalOf(await api('DELETE', '/shares/zzzzzzzz'))).toEqual([404, 'not_found'])
  })
})
