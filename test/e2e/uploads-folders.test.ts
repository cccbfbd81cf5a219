import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/platform/database/sql.ts'
import { useApp } from './app.ts'
import { executable } from './browser.ts'
import { dropOn, status, summary, tray } from './uploads.ts'
import { button } from './workspace.ts'

describe.skipIf(executable === undefined)('Uploads of whole folders', () => {
  const e2e = useApp()
  const directory = mkdtempSync(join(tmpdir(), 'bureau-folders-'))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  const write = (path: string, text: string): void => {
    const whole = join(directory, path)
    mkdirSync(join(whole, '..'), { recursive: true })
    writeFileSync(whole, text)
  }

  async function openFiles() {
    const { userId, workspaceId } = await e2e.app.tenant()
    const page = await e2e.open(`/w/${workspaceId}/files`, { userId })
    await page.getByText('This folder is empty. Drop files here.').waitFor()
    return { page, workspaceId }
  }

  /** Paths of all items, folders with a slash at the end. */
  async function paths(workspaceId: number): Promise<readonly string[]> {
    const rows = await e2e.app.context.database.rows<{ path: string }>(sql`
      with recursive tree as (
        select id, name || case type when 'folder' then '/' else '' end as path from files.file
        where workspace_id = ${workspaceId} and parent_id is null
        union all
        select file.id, tree.path || file.name || case file.type when 'folder' then '/' else '' end
        from files.file file join tree on file.parent_id = tree.id
        where file.workspace_id = ${workspaceId}
      )
      select path from tree order by path collate "C"`)
    return rows.map(({ path }) => path)
  }

  test('create each folder once, also for 2,000 files at once', { timeout: 180_000 }, async () => {
    for (let at = 0; at < 2000; at++)
      write(`project/part-${at % 8}/section-${at % 40}/note-${at}.txt`, `Note ${at}`)
    mkdirSync(join(directory, 'project/empty'))
    const { page, workspaceId } = await openFiles()
    await dropOn(page, join(directory, 'project'))
    await summary(page, '2,000 uploads done', 150_000)
    const all = await paths(workspaceId)
    expect(new Set(all).size).toBe(all.length)
    const folders = all.filter((path) => path.endsWith('/'))
    expect([folders.length, all.length - folders.length]).toEqual([1 + 1 + 8 + 40, 2000])
    expect(all).toContain('project/empty/')
    expect(all).toContain('project/part-7/section-39/note-1999.txt')
    expect(await tray(page).getByRole('listitem').count()).toBeLessThan(100)
    await page.getByRole('grid', { name: 'Items' }).getByText('project').waitFor()
  })

  test('merge with folders of their name, and ask about the files in them', async () => {
    write('album/day 1/a.jpg', 'a')
    write('album/b.jpg', 'b')
    const { page, workspaceId } = await openFiles()
    await dropOn(page, join(directory, 'album'))
    await summary(page, '2 uploads done')
    await button(page, 'Clear finished').click()
    write('album/day 1/a.jpg', 'changed')
    write('album/day 2/c.jpg', 'c')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      (async () => {
        await button(page, 'New').click()
        await page.getByRole('menuitem', { name: 'Upload folder' }).click()
      })(),
    ])
    await chooser.setFiles(join(directory, 'album'))
    const dialog = page.getByRole('dialog', { name: 'Already here' })
    await dialog.getByText('album/day 1/a.jpg').or(dialog.getByText('album/b.jpg')).waitFor()
    await dialog.getByRole('checkbox', { name: 'Do this for all' }).click()
    await dialog.getByRole('button', { name: 'Keep both' }).click()
    await status(page, 'c.jpg', 'Done')
    await summary(page, '3 uploads done')
    expect(await paths(workspaceId)).toEqual([
      'album/',
      'album/b (2).jpg',
      'album/b.jpg',
      'album/day 1/',
      'album/day 1/a (2).jpg',
      'album/day 1/a.jpg',
      'album/day 2/',
      'album/day 2/c.jpg',
    ])
  })
})
