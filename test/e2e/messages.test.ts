import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { newPhone, simulatorNumber } from '../sms-account.ts'
import { simulate } from '../simulate.ts'
import { useApp } from './app.ts'
import { executable } from './browser.ts'
import { button, inWorkspace, look } from './workspace.ts'

const log = (page: Page) => page.getByRole('log', { name: 'Texts' })
const texts = (page: Page) => log(page).getByRole('article')
const writeBox = (page: Page) => page.getByRole('textbox', { name: 'Message' })

describe.skipIf(executable === undefined)('a conversation', () => {
  const e2e = useApp()
  const { open } = inWorkspace(e2e)

  test('shows a text at once, and its status as it changes', async () => {
    const at = await e2e.organization()
    await simulatorNumber(e2e.app)
    const phone = newPhone()
    const page = await open(at.memberId, at, `/messages/${encodeURIComponent(phone)}`)
    await page.getByText('No texts with this number yet.').waitFor()
    await writeBox(page).fill('Your table is ready.\nSee you soon 😀')
    await page.getByText('35 of 1,600 characters, 1 part').waitFor()
    await page.getByText('“😀” is not in the alphabet of texts').waitFor()
    await look(page, 'messages-written')
    await button(page, 'Send').click()
    await texts(page).getByText('Your table is ready.').waitFor()
    await texts(page).getByText('Queued').waitFor()
    expect(await writeBox(page).inputValue()).toBe('')
    await simulate(e2e.app.context)
    await texts(page).getByText('Delivered').waitFor()
    await look(page, 'messages-delivered')
  })
})
