import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/platform/database/sql.ts'
import { sampleZip } from '../../src/platform/zip/read/samples.testing.ts'
import { contentsOf } from '../../src/platform/zip/readers.testing.ts'
import { storedKeys } from '../files-app.ts'
import { filesClient } from '../files-client.ts'
import type { Tenant } from '../harness.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'

const item = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const task = (page: Page, name: string) => tray(page).getByRole('listitem').filter({ hasText: name })

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

const bytesOf = async (download: Download) => readFile(await download.path())

describe.skipIf(executable === undefined)('archives', () => {
  const e2e = useApp()
  let tenant: Tenant
  let files: ReturnType<typeof filesClient>
  beforeAll(async () => {
    tenant = await e2e.app.tenant()
    files = filesClient(e2e.app, (await tenant.key('files')).key)
  })

  const open = (folder: string): Promise<Page> =>
    e2e.open(`/w/${tenant.workspaceId}/files/${folder}`, { userId: tenant.userId, reducedMotion: 'reduce' })

  test('compress makes an archive, and unzip makes a folder of it again', async () => {
    const top = await files.folder('Office')
    const letters = await files.folder('Letters', top.id)
    await files.file('Hello', 'a.txt', letters.id)
    await files.file(randomBytes(2_000_000), 'b.bin', letters.id)
    const page = await open(top.id)
    await choose(page, 'Letters', 'Compress')
    await task(page, 'Letters').getByText('Made Letters.zip.').waitFor()
    await item(page, 'Letters.zip').waitFor()
    await choose(page, 'Letters.zip', 'Unzip')
    await task(page, 'Letters.zip').getByText('Extracted 2 files and 0 folders.').waitFor()
    await expectNoFaults(page, 'archives', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('link', { name: 'Show Letters.zip' }).click()
    await page.getByRole('heading', { name: 'Letters', exact: true }).waitFor()
    await item(page, 'a.txt').waitFor()
    await item(page, 'b.bin').waitFor()
  })

  test('cancel in the middle leaves nothing', async () => {
    const top = await files.folder('Cancelled')
    await files.file(randomBytes(30_000_000), 'large.bin', top.id)
    const before = await storedKeys(e2e.app)
    const page = await open(top.id)
    // Nothing is published while the row is locked.
    await e2e.app.context.database.transaction(async (tx) => {
      await tx.run(sql`select from files.usage where workspace_id = ${tenant.workspaceId} for update`)
      await choose(page, 'large.bin', 'Compress')
      await tray(page).getByRole('progressbar', { name: 'large.bin' }).waitFor()
      await page.getByRole('button', { name: 'Cancel large.bin' }).click()
      await expect.poll(() => task(page, 'large.bin').count()).toBe(0)
    })
    await expect.poll(() => storedKeys(e2e.app), { timeout: 10_000 }).toEqual(before)
    expect(await files.names(`?parent_id=${top.id}`)).toEqual(['large.bin'])
  })

  test('the bar shows how much is done', async () => {
    const top = await files.folder('Progress')
    await files.file('Hello', 'hello.txt', top.id)
    const page = await open(top.id)
    await page.route('**/compress', (route) =>
      route.fulfill({
        headers: { 'content-type': 'text/event-stream' },
        body: 'event: progress\ndata: {"done":30,"total":120}\n\n',
      }),
    )
    const bar = tray(page).getByRole('progressbar', { name: 'hello.txt' })
    await choose(page, 'hello.txt', 'Compress')
    await expect.poll(() => bar.getAttribute('value')).toBe('0.25')
    await tray(page).getByText('The connection to the server was lost.').waitFor()
  })

  test('several items become archives one after the other, and a failure is told of', async () => {
    e2e.allowFaults(/status of 4\d\d/)
    const top = await files.folder('Several')
    await files.folder('setup.exe', top.id)
    await files.file('1', 'one.txt', top.id)
    await files.file('2', 'two.txt', top.id)
    const page = await open(top.id)
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    const toolbar = page.getByRole('toolbar', { name: 'Selection' })
    await toolbar.getByRole('button', { name: 'Compress' }).click()
    await task(page, '3 items').getByText('setup.exe: The archive would be named setup.exe.zip').waitFor()
    await item(page, 'one.txt.zip').waitFor()
    await item(page, 'two.txt.zip').waitFor()
  })

  test('unzip says why it refuses a broken archive', async () => {
    e2e.allowFaults(/status of 400/)
    const top = await files.folder('Broken')
    await files.file('no archive', 'text.zip', top.id)
    const damaged = sampleZip([{ name: 'a.txt', bytes: 'A', crc32: 7 }])
    await files.file(damaged, 'damaged.zip', top.id)
    const page = await open(top.id)
    await choose(page, 'text.zip', 'Unzip')
    await task(page, 'text.zip').getByText('The file is not a zip archive.').waitFor()
    await choose(page, 'damaged.zip', 'Unzip')
    await task(page, 'damaged.zip').getByText('its size or checksum is wrong').waitFor()
    await expectNoFaults(page, 'archives-failed', 390)
  })

  test('says how long to wait after too many', async () => {
    e2e.allowFaults(/status of 429/)
    const top = await files.folder('Limited')
    await files.file('1', 'one.txt', top.id)
    const page = await open(top.id)
    await page.route('**/compress', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '300' },
        json: { error: { code: 'rate_limited', message: 'Too many requests.' } },
      }),
    )
    await choose(page, 'one.txt', 'Compress')
    await task(page, 'one.txt').getByText('Try again in 5 min.').waitFor()
  })

  test('downloads a file, a folder, and a selection', async () => {
    const top = await files.folder('Downloads')
    const inner = await files.folder('inner', top.id)
    await files.file('deep', 'deep.txt', inner.id)
    await files.file('one', 'one 🎉.txt', top.id)
    await files.file('two', 'two.txt', top.id)
    const page = await open(top.id)
    const downloaded = async (run: () => Promise<void>): Promise<Download> => {
      const [download] = await Promise.all([page.waitForEvent('download'), run()])
      return download
    }
    const file = await downloaded(() => choose(page, 'one 🎉.txt', 'Download'))
    expect([file.suggestedFilename(), String(await bytesOf(file))]).toEqual(['one 🎉.txt', 'one'])
    const folder = await downloaded(() => choose(page, 'inner', 'Download'))
    expect(folder.suggestedFilename()).toBe('inner.zip')
    expect(await contentsOf(await bytesOf(folder))).toEqual(new Map([['deep.txt', 'deep']]))
    const selection = await downloaded(async () => {
      await page.getByRole('checkbox', { name: 'Select all' }).click()
      await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Download' }).click()
    })
    expect(selection.suggestedFilename()).toBe('Downloads.zip')
    expect([...(await contentsOf(await bytesOf(selection))).values()]).toEqual(['deep', 'one', 'two'])
  })

  test('says why a folder cannot be downloaded', async () => {
    e2e.allowFaults(/status of 413/)
    const top = await files.folder('Too many')
    const full = await files.folder('full', top.id)
    await e2e.app.context.database.run(sql`
      insert into files.file (id, workspace_id, parent_id, type, name, folded_name, size, created_at, updated_at)
      select
        left(md5(${full.id}), 3) || lpad(number::text, 5, '0'), ${tenant.workspaceId}, ${full.id}, 'folder',
        'f' || number, 'f' || number, 0, ${e2e.app.clock.now()}, ${e2e.app.clock.now()}
      from generate_series(1, 10001) number`)
    const page = await open(top.id)
    await choose(page, 'full', 'Download')
    await page.getByRole('region', { name: 'Notifications' }).getByText('too many items').waitFor()
  })
})
