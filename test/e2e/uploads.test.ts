import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { logIn } from '../../src/console/console.testing.ts'
import { setQuota } from '../../src/files/public.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'
import { chooseAgain, chooseFiles, dropOn, row, shareOf, slowDown, status, summary, tray } from './uploads.ts'
import { button } from './workspace.ts'

const megabyte = 1024 * 1024

describe.skipIf(executable === undefined)('Uploads', () => {
  const e2e = useApp()
  const directory = mkdtempSync(join(tmpdir(), 'bureau-uploads-'))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  const write = (name: string, bytes: number, fill = name): string => {
    const path = join(directory, name)
    writeFileSync(path, Buffer.alloc(bytes, fill))
    return path
  }

  async function openHome() {
    const { userId, workspaceId } = await e2e.app.tenant()
    const page = await e2e.open(`/w/${workspaceId}`, { userId })
    await button(page, 'Choose file').waitFor()
    const listed = async (): Promise<readonly (readonly [string, number])[]> => {
      const { data } = await logIn(e2e.app, userId)
      const found = await data<{ name: string; size: number }[]>(
        'GET',
        `/workspaces/${workspaceId}/files/files?limit=100`,
      )
      return found.map(({ name, size }) => [name, size])
    }
    return { userId, workspaceId, page, listed }
  }

  test('show in the tray until they are cleared, also from other pages', async () => {
    const { page, listed } = await openHome()
    await chooseFiles(page, [
      write('hello.txt', 5),
      write('empty.txt', 0),
      write('chunks.bin', 12 * megabyte),
    ])
    for (const name of ['hello.txt', 'empty.txt', 'chunks.bin']) await status(page, name, 'Done')
    expect(await listed()).toEqual([
      ['chunks.bin', 12 * megabyte],
      ['empty.txt', 0],
      ['hello.txt', 5],
    ])
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    await summary(page, '3 uploads done')
    await expectNoFaults(page, 'uploads-done', 390)
    await button(page, 'Clear finished').click()
    await tray(page).waitFor({ state: 'detached' })
  })

  test('are paused, resumed, and cancelled by keyboard', async () => {
    const { page, listed } = await openHome()
    await slowDown(page, 2 * megabyte)
    await chooseFiles(page, [write('slow.bin', 20 * megabyte), write('other.bin', 20 * megabyte)])
    await status(page, 'slow.bin', 'Uploading')
    await expect.poll(() => page.locator('link[rel="icon"]').getAttribute('href')).toContain('M6%203h12')
    await expect.poll(() => shareOf(page, 'slow.bin')).toBeGreaterThan(0.1)
    await page.getByText(/left, .*\/s/).waitFor()
    await expectNoFaults(page, 'uploads-running', 390)
    await page.setViewportSize({ width: 1280, height: 800 })

    await button(page, 'Pause slow.bin').focus()
    await page.keyboard.press('Enter')
    await status(page, 'slow.bin', 'Paused')
    const paused = await shareOf(page, 'slow.bin')
    await button(page, 'Cancel other.bin').focus()
    await page.keyboard.press('Enter')
    await row(page, 'other.bin').waitFor({ state: 'detached' })
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Hide uploads')
    await slowDown(page, 0)
    expect(await shareOf(page, 'slow.bin')).toBeLessThanOrEqual(paused)
    await button(page, 'Resume slow.bin').focus()
    await page.keyboard.press('Space')
    await status(page, 'slow.bin', 'Done')
    expect(await listed()).toEqual([['slow.bin', 20 * megabyte]])
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).not.toContain('M6%203h12')
  })

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
    await expectNoFaults(page, 'uploads-again', 390)
    await page.setViewportSize({ width: 1280, height: 800 })

    await chooseAgain(page, 'report.bin', write('smaller.bin', 10))
    await row(page, 'report.bin').getByText('its size differs').waitFor()
    await expectNoFaults(page, 'uploads-wrong', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
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

  test('ask once which names to keep, replace, or skip', async () => {
    const { page, listed } = await openHome()
    await chooseFiles(page, [write('a.txt', 1), write('b.txt', 1), write('c.txt', 1)])
    await summary(page, '3 uploads done')
    await button(page, 'Clear finished').click()
    await chooseFiles(page, [write('a.txt', 2), write('b.txt', 2), write('c.txt', 2), write('d.txt', 2)])
    const dialog = page.getByRole('dialog', { name: 'Already here' })
    await dialog.getByText('a.txt').waitFor()
    await expectNoFaults(page, 'uploads-conflict', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'Keep both' }).click()
    await dialog.getByText('b.txt').waitFor()
    await dialog.getByRole('button', { name: 'Replace' }).click()
    await dialog.getByRole('button', { name: 'Skip' }).click()
    await summary(page, '3 uploads done')
    const sizes = [
      ['a (2).txt', 2],
      ['a.txt', 1],
      ['b.txt', 2],
      ['c.txt', 1],
      ['d.txt', 2],
    ]
    expect(await listed()).toEqual(sizes)
    await button(page, 'Clear finished').click()
    await chooseFiles(page, [write('a.txt', 3), write('b.txt', 3)])
    await dialog.getByRole('checkbox', { name: 'Do this for all' }).click()
    await dialog.getByRole('button', { name: 'Keep both' }).click()
    await summary(page, '2 uploads done')
    expect(await listed()).toEqual([
      ['a (2).txt', 2],
      ['a (3).txt', 3],
      ['a.txt', 1],
      ['b (2).txt', 3],
      ...sizes.slice(2),
    ])
  })

  test('fail together when the storage is full, and go on when there is more', async () => {
    e2e.allowFaults(/status of 413/)
    const { page, listed, workspaceId } = await openHome()
    await setQuota(e2e.app.context, { workspaceId, limitBytes: 25 * megabyte })
    const names = ['1.bin', '2.bin', '3.bin', '4.bin']
    await chooseFiles(page, [...names.map((name) => write(name, 10 * megabyte)), write('small.txt', 10)])
    await summary(page, '3 uploads done, 2 failed')
    await status(page, 'small.txt', 'Done')
    const failed = tray(page).getByRole('listitem').filter({ hasText: 'Failed' })
    await failed.getByText('The storage of this workspace is full.').first().waitFor()
    expect(await failed.count()).toBe(2)
    await expectNoFaults(page, 'uploads-full', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await setQuota(e2e.app.context, { workspaceId, limitBytes: null })
    await failed.first().getByRole('button', { name: 'Resume' }).click()
    await summary(page, '4 uploads done, 1 failed')
    expect(await listed()).toHaveLength(4)
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
    await expectNoFaults(page, 'uploads-logged-out', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    const { cookie } = await logIn(e2e.app, userId)
    const [name = '', value = ''] = cookie.split('=', 2)
    await page.context().addCookies([{ name, value, url: e2e.origin, httpOnly: true }])
    await slowDown(page, 0)
    await status(page, 'session.bin', 'Done')
    expect(page.url()).toContain('/w/')
    expect(await listed()).toEqual([['session.bin', 16 * megabyte]])
  })

  test('of the same file in two tabs are one upload', async () => {
    const { page, listed, workspaceId } = await openHome()
    const other = await page.context().newPage()
    await other.goto(`${e2e.origin}/w/${workspaceId}`)
    await slowDown(page, 2 * megabyte)
    const path = write('twice.bin', 12 * megabyte)
    await chooseFiles(page, path)
    await expect.poll(() => shareOf(page, 'twice.bin')).toBeGreaterThan(0)
    await chooseFiles(other, path)
    await row(other, 'twice.bin').getByText('Another tab uploads this file.').waitFor()
    await status(other, 'twice.bin', 'Waiting')
    await slowDown(page, 0)
    await status(page, 'twice.bin', 'Done')
    await status(other, 'twice.bin', 'Done')
    expect(await listed()).toEqual([['twice.bin', 12 * megabyte]])
  })
})
