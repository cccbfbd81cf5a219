import { describe, expect, test } from 'vitest'
import { logIn } from '../../src/console/console.testing.ts'
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
    await slowDown(page, megabyte)
    const path = write('report.bin', 20 * megabyte)
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
    write('report.bin', 20 * megabyte, 'changed')
    await chooseAgain(page, 'report.bin', path)
    await row(page, 'report.bin').getByText('changed at another time').waitFor()
    await button(page, 'Upload as new report.bin').click()
    await status(page, 'report.bin', 'Done')
    expect(await listed()).toEqual([['report.bin', 20 * megabyte]])
  })

  test('of files that were dropped go on after a reload without choosing them again', async () => {
    const { page, listed, workspaceId } = await openHome()
    await page.goto(`${e2e.origin}/w/${workspaceId}/files`)
    await page.getByText('This folder is empty. Drop files here.').waitFor()
    await slowDown(page, megabyte)
    await dropOn(page, write('dropped.bin', 16 * megabyte))
    await expect.poll(() => shareOf(page, 'dropped.bin')).toBeGreaterThan(0.1)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await slowDown(page, 0)
    await status(page, 'dropped.bin', 'Paused')
    await button(page, 'Resume dropped.bin').click()
    await status(page, 'dropped.bin', 'Done')
    expect(await listed()).toEqual([['dropped.bin', 16 * megabyte]])
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
})
