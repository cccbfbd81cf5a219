import { describe, expect, test } from 'vitest'
import { logIn } from '../../src/console/console.testing.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { executable } from './browser.ts'
import {
  chooseAgain,
  chooseFiles,
  dropOn,
  look,
  megabyte,
  row,
  shareOf,
  slowDown,
  status,
  useUploads,
} from './uploads.ts'
import { button } from './workspace.ts'

describe.skipIf(executable === undefined)('Uploads', () => {
  const { e2e, write, openHome } = useUploads()

  test('ask before the page is left, and refuse another file afterwards', async () => {
    const { page, listed } = await openHome()
    await slowDown(page, 2 * megabyte)
    const path = write('report.bin', 24 * megabyte)
    await chooseFiles(page, path)
    await expect.poll(() => shareOf(page, 'report.bin')).toBeGreaterThan(0.1)
    const asked = page.waitForEvent('dialog')
    const reloaded = page.reload()
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await reloaded
    await slowDown(page, 0)
    await status(page, 'report.bin', 'Choose the file again')
    await look(page, 'again')

    await chooseAgain(page, 'report.bin', write('smaller.bin', 10))
    await row(page, 'report.bin').getByText('its size differs').waitFor()
    await look(page, 'wrong')
    write('report.bin', 24 * megabyte, 'changed')
    await chooseAgain(page, 'report.bin', path)
    await row(page, 'report.bin').getByText('changed at another time').waitFor()
    await button(page, 'Upload as new report.bin').click()
    await status(page, 'report.bin', 'Done')
    expect(await listed()).toEqual([['report.bin', 24 * megabyte]])
  })

  test('of files that were dropped go on after a reload without choosing them again', async () => {
    const { page, listed, workspaceId } = await openHome()
    await page.goto(`${e2e.origin}/w/${workspaceId}/files`)
    await page.getByText('This folder is empty. Drop files here.').waitFor()
    await slowDown(page, 2 * megabyte)
    await dropOn(page, write('dropped.bin', 24 * megabyte))
    await expect.poll(() => shareOf(page, 'dropped.bin')).toBeGreaterThan(0.1)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await slowDown(page, 0)
    await status(page, 'dropped.bin', 'Paused')
    await button(page, 'Resume dropped.bin').click()
    await status(page, 'dropped.bin', 'Done')
    expect(await listed()).toEqual([['dropped.bin', 24 * megabyte]])
  })

  test('wait for a new log-in when the session ends', async () => {
    e2e.allowFaults(/status of 401/)
    const { page, listed, userId } = await openHome()
    await slowDown(page, 2 * megabyte)
    await chooseFiles(page, write('session.bin', 16 * megabyte))
    await expect.poll(() => shareOf(page, 'session.bin')).toBeGreaterThan(0.1)
    await page.context().clearCookies()
    await page.getByText('You are logged out.').waitFor()
    await status(page, 'session.bin', 'Paused')
    await look(page, 'logged-out')
    const { cookie } = await logIn(e2e.app, userId)
    const [name = '', value = ''] = cookie.split('=', 2)
    await page.context().addCookies([{ name, value, url: e2e.origin, httpOnly: true }])
    await slowDown(page, 0)
    await status(page, 'session.bin', 'Done')
    expect(page.url()).toContain('/w/')
    expect(await listed()).toEqual([['session.bin', 16 * megabyte]])
  })

  test('start again when the server no longer knows them', async () => {
    e2e.allowFaults(/status of 410/)
    const { page, listed, userId, workspaceId } = await openHome()
    const { call } = await logIn(e2e.app, userId)
    await slowDown(page, 2 * megabyte)
    await chooseFiles(page, write('gone.bin', 12 * megabyte))
    await expect.poll(() => shareOf(page, 'gone.bin')).toBeGreaterThan(0.2)
    const { key } = await e2e.app.context.database.one<{ key: string }>(
      sql`select key from files.upload where workspace_id = ${workspaceId}`,
    )
    expect((await call('DELETE', `/workspaces/${workspaceId}/files/uploads/${key}`)).status).toBe(204)
    await slowDown(page, 0)
    await status(page, 'gone.bin', 'Done')
    expect(await listed()).toEqual([['gone.bin', 12 * megabyte]])
  })

  test('do not mix with another file of the same name and size', async () => {
    const { page, userId, workspaceId } = await openHome()
    const { call, data, cookie } = await logIn(e2e.app, userId)
    const base = `/workspaces/${workspaceId}/files`
    const begun = { name: 'mixed.bin', size: 12 * megabyte }
    const { upload_key: key } = await data<{ upload_key: string }>('POST', `${base}/uploads`, begun)
    const sent = await e2e.app.call('files', {
      method: 'POST',
      url: `/console/v1${base}/uploads/${key}/chunk?index=0`,
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/octet-stream' },
      payload: Buffer.alloc(5 * megabyte, 'another'),
    })
    expect(sent.status).toBe(200)
    await chooseFiles(page, write('mixed.bin', 12 * megabyte, 'mine'))
    await status(page, 'mixed.bin', 'Done')
    const [item] = await data<{ id: string }[]>('GET', `${base}/files`)
    const { bytes } = await call('GET', `${base}/files/${item?.id}/content`)
    expect(bytes.equals(Buffer.alloc(12 * megabyte, 'mine'))).toBe(true)
  })

  test('fail when the file changes, and begin again with what is chosen', async () => {
    e2e.allowFaults(/ERR_FAILED|ERR_UPLOAD_FILE_CHANGED/)
    const { page, listed } = await openHome()
    await slowDown(page, 2 * megabyte)
    const path = write('moving.bin', 30 * megabyte)
    await chooseFiles(page, path)
    await expect.poll(() => shareOf(page, 'moving.bin')).toBeGreaterThan(0.1)
    write('moving.bin', 8 * megabyte, 'changed')
    await slowDown(page, 0)
    await status(page, 'moving.bin', 'Failed')
    await row(page, 'moving.bin').getByText('The file changed after you chose it.').waitFor()
    await chooseAgain(page, 'moving.bin', path)
    await status(page, 'moving.bin', 'Done')
    expect(await listed()).toEqual([['moving.bin', 8 * megabyte]])
  })

  test('keep the page from offering Reload after an update', async () => {
    e2e.allowFaults(/status of 404|dynamically imported module|errorComponent/)
    const { page } = await openHome()
    await slowDown(page, 2 * megabyte)
    await chooseFiles(page, write('running.bin', 12 * megabyte))
    await status(page, 'running.bin', 'Uploading')
    await page.route('**/app/**', (route) => route.fulfill({ status: 404 }))
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('heading', { name: 'Bureau was updated' }).waitFor()
    await page.getByText('Wait until your uploads are done').waitFor()
    expect(await button(page, 'Reload').count()).toBe(0)
    await slowDown(page, 0)
    await status(page, 'running.bin', 'Done')
    await button(page, 'Reload').waitFor()
  })
})
