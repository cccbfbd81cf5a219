import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeThumbnail } from '../../src/files/thumbnail/make-thumbnail.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { filesClient, type Shown } from '../files-client.ts'
import type { Tenant } from '../harness.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const names = (page: Page): Promise<string[]> => page.getByRole('rowheader').getByRole('link').allInnerTexts()

describe.skipIf(executable === undefined)('Files', () => {
  const e2e = useApp()
  let tenant: Tenant
  let files: ReturnType<typeof filesClient>
  beforeAll(async () => {
    tenant = await e2e.app.tenant()
    files = filesClient(e2e.app, (await tenant.key('files')).key)
  })

  const visit = (path = '', options: object = {}): Promise<Page> =>
    e2e.open(`/w/${tenant.workspaceId}/files${path}`, { userId: tenant.userId, ...options })

  const picture = async (name: string, hue: string, parent: Shown): Promise<Shown> => {
    const image = sharp({ create: { width: 300, height: 200, channels: 3, background: hue } })
    const file = await files.file(await image.png().toBuffer(), name, parent.id)
    const payload = await e2e.app.context.database.one<{ workspace_id: number; blob_key: string }>(sql`
      select workspace_id, blob_key from files.file where id = ${file.id}`)
    await makeThumbnail.run(payload, e2e.app.context)
    return file
  }

  /** A folder with some of everything. */
  async function office(): Promise<Shown> {
    const folder = await files.folder('Clients')
    await files.folder('Contracts', folder.id)
    await files.folder('Acme Corporation', folder.id)
    await files.file('x'.repeat(40_000), 'budget.xlsx', folder.id)
    await files.file('a letter', 'A letter with a rather long name, which somebody wrote in one go.docx', folder.id)
    await files.file('notes', 'notes.txt', folder.id)
    await files.file('zip', 'archive.zip', folder.id)
    await picture('sunset.png', '#c2410c', folder)
    await picture('forest.png', '#166534', folder)
    return folder
  }

  test('looks right', async () => {
    const folder = await office()
    const page = await visit(`/${folder.id}`)
    await row(page, 'budget.xlsx').waitFor()
    await page.waitForTimeout(500)
    await expectNoFaults(page, 'files-list', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('radio', { name: 'Grid' }).check()
    await page.waitForTimeout(500)
    await expectNoFaults(page, 'files-grid', 390)
  })
})
