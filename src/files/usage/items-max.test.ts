import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient, refusalOf } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { sampleZip } from '../../platform/zip/read/samples.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** A workspace whose count is `room` below ten million items, with a folder and an archive of two files in it. */
async function almostFull(room: number) {
  const { key, workspaceId } = await app.tenant()
  const files = filesClient(app, (await key('files')).key)
  const folder = await files.folder('folder')
  await files.file('x', 'x.txt', folder.id)
  const archive = await files.file(
    sampleZip([
      { name: 'a', bytes: 'a' },
      { name: 'b', bytes: 'b' },
    ]),
    'two.zip',
  )
  await app.context.database.run(sql`
    update files.usage set file_count = ${app.context.settings.workspaceItemsMax - room}::bigint - folder_count
    where workspace_id = ${workspaceId}`)
  return { files, folder, archive }
}

describe('a workspace holds 10 million items, the next is quota_exceeded', () => {
  test('as a folder: createFolder says quota_exceeded', async () => {
    const { files } = await almostFull(1)
    expect((await files.post('/folders', { name: 'last' })).status).toBe(201)
    expect(refusalOf(await files.post('/folders', { name: 'more' }))).toEqual([413, 'quota_exceeded'])
  })

  test('as a simple or a chunked upload, even without bytes', async () => {
    const { files } = await almostFull(0)
    expect(refusalOf(await files.upload('', 'empty.txt'))).toEqual([413, 'quota_exceeded'])
  })

  test('as a copy with its contents', async () => {
    const { files, folder } = await almostFull(3)
    expect((await files.post(`/files/${folder.id}/copy`, {})).status).toBe(201)
    expect(refusalOf(await files.post(`/files/${folder.id}/copy`, {}))).toEqual([413, 'quota_exceeded'])
  })

  test('as an extracted archive, its folder counted', async () => {
    const { files, archive } = await almostFull(3)
    expect((await files.call('POST', `/files/${archive.id}/unzip`)).status).toBe(201)
    const { files: others, archive: other } = await almostFull(2)
    const answer = await others.call('POST', `/files/${other.id}/unzip`)
    expect([answer.status, answer.text]).toEqual([413, expect.stringContaining('quota_exceeded')])
  })

  test('as a compressed archive', async () => {
    const { files, folder } = await almostFull(0)
    expect(refusalOf(await files.call('POST', `/files/${folder.id}/compress`))).toEqual([
      413,
      'quota_exceeded',
    ])
  })
})
