import { describe, expect, test } from 'vitest'
import { useApp } from './app.ts'
import { executable } from './browser.ts'
import { chooseFiles, row, tray } from './uploads.ts'
import { button } from './workspace.ts'

describe.skipIf(executable === undefined)('Uploads', () => {
  const e2e = useApp()

  async function openHome() {
    const { userId, workspaceId } = await e2e.app.tenant()
    const page = await e2e.open(`/w/${workspaceId}`, { userId })
    return { userId, workspaceId, page }
  }

  test('show in the tray until they are cleared', async () => {
    const { page } = await openHome()
    await chooseFiles(page, { name: 'hello.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') })
    await row(page, 'hello.txt').getByText('Done').waitFor()
    expect(await row(page, 'hello.txt').getByRole('progressbar', { name: 'hello.txt' }).count()).toBe(1)
    await button(page, 'Clear finished').click()
    await tray(page).waitFor({ state: 'detached' })
  })
  test('go in chunks if they are large', async () => {
    const { page } = await openHome()
    await chooseFiles(page, {
      name: 'large.bin',
      mimeType: 'text/plain',
      buffer: Buffer.alloc(30_000_000, 'x'),
    })
    await row(page, 'large.bin').getByText('Done').waitFor()
  })
})
