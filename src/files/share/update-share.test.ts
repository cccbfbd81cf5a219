import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, refusalOf, type Shown } from '../../../test/files-client.ts'
import type { TestApp } from '../../../test/harness.ts'
import { filesApp, type FilesApp } from '../../../test/files-app.ts'
import { sql } from '../../platform/database/sql.ts'

let app: TestApp
let files: FilesApp['files']
let api: FilesApp['api']
let file: Shown

beforeAll(async () => {
  ;({ app, files, api } = await filesApp())
  file = await files.file('shared', 'shared.txt')
})
afterAll(() => app.close())

const share = (body: object) => api('POST', '/shares', body)

describe('updateShare', () => {
  test('works from private, answers 200 and emits an event', async () => {
    const fresh = await files.file('x', 'patched.txt')
    const answer = await api('PATCH', `/shares/${fresh.id}`, { status: 'public', password: 'correct horse' })
    expect([answer.status, dataOf(answer)['status']]).toEqual([200, 'public'])
    const events = await app.context.database.rows(sql`
      select name, data from platform.event where data ->> 'file_id' = ${fresh.id}`)
    expect(events).toEqual([{ name: 'share.changed', data: dataOf(answer) }])
  })

  test('needs a status, else invalid_status', async () => {
    for (const body of [{}, { password: 'correct horse' }])
      expect(refusalOf(await api('PATCH', `/shares/${file.id}`, body))).toEqual([400, 'invalid_status'])
  })

  test('refuses an unknown status as invalid_status and bad settings as share_failed, and changes nothing', async () => {
    const fresh = await files.file('x', 'refused.txt')
    const refused = async (body: object) => refusalOf(await api('PATCH', `/shares/${fresh.id}`, body))
    for (const status of ['secret', '', 'PUBLIC', 5, null])
      expect(await refused({ status })).toEqual([400, 'invalid_status'])
    for (const settings of [
      { password: 'short12' },
      { expires_at: '2001-01-01 00:00:00' },
      { expires_at: 'tomorrow' },
      { status: 'limited' },
      { status: 'limited', emails: 'nobody' },
    ])
      expect(await refused({ status: 'public', ...settings })).toEqual([400, 'share_failed'])
    expect(dataOf(await api('GET', `/shares/${fresh.id}`))['status']).toBe('private')
  })

  test('to private clears password, expiry and addresses', async () => {
    const fresh = await files.file('x', 'cleared.txt')
    const settings = { password: 'correct horse', expires_at: '2030-01-01 00:00:00' }
    await share({ file_id: fresh.id, status: 'limited', emails: 'a@example.com', ...settings })
    await api('PATCH', `/shares/${fresh.id}`, { status: 'private' })
    expect(dataOf(await api('PATCH', `/shares/${fresh.id}`, { status: 'public' }))).toMatchObject({
      share_password_protected: false,
      share_expires_at: null,
      shared_with: null,
    })
  })

  test('from private to private emits nothing, and a status that is given again does', async () => {
    const fresh = await files.file('x', 'again.txt')
    const emitted = async (status: string) => {
      expect((await api('PATCH', `/shares/${fresh.id}`, { status })).status).toBe(200)
      const events = await app.context.database.rows(sql`
        select from platform.event where name = 'share.changed' and data ->> 'file_id' = ${fresh.id}`)
      return events.length
    }
    expect(await emitted('private')).toBe(0)
    expect(await emitted('public')).toBe(1)
    expect(await emitted('public')).toBe(2)
  })

  test('of an unknown or malformed id is not_found', async () => {
    for (const id of ['zzzzzzzz', 'x', '%00'])
      expect(refusalOf(await api('PATCH', `/shares/${id}`, { status: 'public' }))).toEqual([404, 'not_found'])
  })
})
