import { describe, expect, test } from 'vitest'
import { useApp } from './app.ts'
import { executable } from './browser.ts'

describe.skipIf(executable === undefined)('the shell of the app', () => {
  const e2e = useApp()

  test('starts under its policy', async () => {
    const { ownerId } = await e2e.organization()
    const page = await e2e.open('/', { userId: ownerId })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.title()).toContain('Bureau')
  })
})
