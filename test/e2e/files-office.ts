import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { makeThumbnail } from '../../src/files/thumbnail/make-thumbnail.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { filesClient, type Shown } from '../files-client.ts'
import type { Tenant } from '../harness.ts'
import type { E2e } from './app.ts'

export const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })
export const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumbs' })

/** Names in their order on screen. */
export async function names(page: Page): Promise<readonly string[]> {
  const rows = await page
    .locator('[role=grid] [role=row][data-id]')
    .evaluateAll((all: readonly { ariaRowIndex: string; dataset: { name: string } }[]) =>
      all.map(({ ariaRowIndex, dataset }) => ({ index: Number(ariaRowIndex), name: dataset.name })),
    )
  return rows.toSorted((a, b) => a.index - b.index).map(({ name }) => name)
}

export async function chosen(page: Page): Promise<readonly string[]> {
  const rows = page.locator('[role=grid] [aria-selected=true]')
  const found = await rows.evaluateAll((all: readonly { dataset: { name: string } }[]) =>
    all.map(({ dataset }) => dataset.name),
  )
  return found.toSorted((a, b) => a.localeCompare(b))
}

export const focused = (page: Page): Promise<string | null> =>
  page.evaluate('document.activeElement.getAttribute("data-name")')

export interface Office {
  readonly tenant: Tenant
  readonly files: ReturnType<typeof filesClient>
  readonly visit: (folder?: Shown, more?: string, options?: object) => Promise<Page>
  /** A folder with some of everything. */
  readonly clients: (name?: string) => Promise<Shown>
  readonly many: (parent: Shown, count: number) => Promise<void>
}

/** A workspace for the tests of the file browser. */
export async function openOffice(e2e: E2e): Promise<Office> {
  const { app } = e2e
  const tenant = await app.tenant()
  const files = filesClient(app, (await tenant.key('files')).key)

  const picture = async (name: string, background: string, parent: Shown): Promise<void> => {
    const image = sharp({ create: { width: 300, height: 200, channels: 3, background } })
    const { id } = await files.file(await image.png().toBuffer(), name, parent.id)
    const payload = await app.context.database.one<{ workspace_id: number; blob_key: string }>(sql`
      select workspace_id, blob_key from files.file where id = ${id}`)
    await makeThumbnail.run(payload, app.context)
  }

  return {
    tenant,
    files,
    visit: (folder, more = '', options = {}) => {
      const path = folder ? `/files/${folder.id}` : '/files'
      return e2e.open(`/w/${tenant.workspaceId}${path}${more}`, { userId: tenant.userId, ...options })
    },
    clients: async (name = 'Clients') => {
      const folder = await files.folder(name)
      await files.folder('Contracts', folder.id)
      await files.folder('Acme Corporation', folder.id)
      await files.file('x'.repeat(40_000), 'budget.xlsx', folder.id)
      await files.file('a letter', 'A letter with a long name that somebody wrote in one go.docx', folder.id)
      await files.file('some notes', 'notes.txt', folder.id)
      await files.file('zip', 'archive.zip', folder.id)
      await picture('sunset.png', '#c2410c', folder)
      await picture('forest.png', '#166534', folder)
      return folder
    },
    many: async (parent, count) => {
      const { id } = await files.file('x', 'file 0000.txt', parent.id)
      await app.context.database.run(sql`
        insert into files.file (id, workspace_id, parent_id, type, name, folded_name, size, blob_key, created_at, updated_at)
        select substr(${parent.id}, 1, 3) || lpad(n::text, 5, '0'), workspace_id, parent_id, type, 'file ' || lpad(n::text, 4, '0') || '.txt',
               'file ' || lpad(n::text, 4, '0') || '.txt', size, blob_key, created_at, updated_at
          from files.file cross join generate_series(1, ${count - 1}::int) n where id = ${id}`)
    },
  }
}
