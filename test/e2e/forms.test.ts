import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useApp } from './app.ts'
import { executable } from './browser.ts'
import { button, inWorkspace, refused, rowOf } from './workspace.ts'

const mistake = 'Must be one address, like ann@example.com.'

/** Counts the invitations that the page sends, and holds back the first until `release` is called. */
async function holdFirstInvitation(page: Page) {
  let sent = 0
  const held = Promise.withResolvers<void>()
  await page.route('**/iam/members', async (route) => {
    if (route.request().method() === 'POST' && sent++ === 0) await held.promise
    await route.continue()
  })
  return { sent: () => sent, release: held.resolve }
}

describe.skipIf(executable === undefined)('forms in a browser', () => {
  const e2e = useApp()
  const { open } = inWorkspace(e2e)

  const openInvitation = async () => {
    e2e.allowFaults(refused)
    const tenant = await e2e.app.tenant()
    const page = await open(tenant.userId, tenant, '/members')
    await button(page, 'Invite').click()
    return page
  }

  test('each refusal moves the focus to its field, also in a form longer than the screen', async () => {
    e2e.allowFaults(refused)
    const tenant = await e2e.app.tenant()
    const page = await open(tenant.userId, tenant, '/keys/new')
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    const networks = page.getByRole('textbox', { name: /IP/ })
    const isInView = async (field: Locator) => {
      const { y = -1, height = 0 } = (await field.boundingBox()) ?? {}
      return y >= 0 && y + height <= 800
    }
    await button(page, 'Create key').click()
    await name.and(page.locator(':focus')).waitFor()
    await expect.poll(() => isInView(name)).toBe(true)

    await name.fill('Backups')
    await networks.fill('nowhere')
    await button(page, 'Create key').click()
    await networks.and(page.locator(':focus')).waitFor()
    await expect.poll(() => isInView(networks)).toBe(true)
  })

  test('a form that was refused can be sent again as it is', async () => {
    const page = await openInvitation()
    const { sent, release } = await holdFirstInvitation(page)
    release()
    await page.getByLabel('E-mail address').fill('ada')
    await button(page, 'Send invitation').click()
    await page.getByText(mistake).waitFor()
    await button(page, 'Send invitation').click()
    await expect.poll(sent).toBe(2)
    await page.getByText(mistake).waitFor()
  })

  test('a refusal of an earlier text does not hold back the next one', async () => {
    const page = await openInvitation()
    const { release } = await holdFirstInvitation(page)
    await page.getByLabel('E-mail address').fill('ada')
    await button(page, 'Send invitation').click()
    await page.getByLabel('E-mail address').fill('ada@example.com')
    release()
    await page.getByText(mistake).waitFor()
    await button(page, 'Send invitation').click()
    await rowOf(page, 'ada@example.com').waitFor()
  })
})
