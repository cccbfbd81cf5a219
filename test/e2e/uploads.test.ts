import { describe, expect, test } from 'vitest'
import { setQuota } from '../../src/files/public.ts'
import { executable } from './browser.ts'
import {
  chooseFiles,
  look,
  megabyte,
  row,
  shareOf,
  slowDown,
  status,
  summary,
  tray,
  useUploads,
} from './uploads.ts'
import { button } from './workspace.ts'

describe.skipIf(executable === undefined)('Uploads', () => {
  const { e2e, write, openHome } = useUploads()

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
    await look(page, 'done')
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
    await look(page, 'running')

    await button(page, 'Pause slow.bin').focus()
    await page.keyboard.press('Enter')
    await status(page, 'slow.bin', 'Paused')
    const paused = await shareOf(page, 'slow.bin')
    await button(page, 'Cancel other.bin').focus()
    await page.keyboard.press('Enter')
    await row(page, 'other.bin').waitFor({ state: 'detached' })
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Hide uploads')
    await slowDown(page, 0)
    expect(await shareOf(page, 'slow.bin')).toBeLessThanOrEqual(paused)
    await button(page, 'Resume slow.bin').focus()
    await page.keyboard.press('Space')
    await status(page, 'slow.bin', 'Done')
    expect(await listed()).toEqual([['slow.bin', 20 * megabyte]])
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).not.toContain('M6%203h12')
  })

  test('ask once which names to keep, replace, or skip', async () => {
    const { page, listed } = await openHome()
    await chooseFiles(page, [write('a.txt', 1), write('b.txt', 1), write('c.txt', 1)])
    await summary(page, '3 uploads done')
    await button(page, 'Clear finished').click()
    await chooseFiles(page, [write('a.txt', 2), write('b.txt', 2), write('c.txt', 2), write('d.txt', 2)])
    const dialog = page.getByRole('dialog', { name: 'Already here' })
    await dialog.getByText('a.txt').waitFor()
    await look(page, 'conflict')
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
    await expect.poll(() => failed.count()).toBe(2)
    await look(page, 'full')
    await setQuota(e2e.app.context, { workspaceId, limitBytes: null })
    await failed.first().getByRole('button', { name: 'Resume' }).click()
    await summary(page, '4 uploads done, 1 failed')
    expect(await listed()).toHaveLength(4)
  })

  test('of the same file in two tabs are one upload', async () => {
    const { page, listed, workspaceId } = await openHome()
    const other = await page.context().newPage()
    await other.goto(`${e2e.origin}/w/${workspaceId}`)
    await slowDown(page, megabyte)
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
