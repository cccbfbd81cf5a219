import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { androidNumber, phonesUrl } from '../android-number.ts'
import type { Tenant } from '../harness.ts'
import { phoneApp } from '../phone-app.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'

describe.skipIf(executable === undefined)('Numbers in a browser', () => {
  const e2e = useApp()

  const visit = ({ workspaceId, userId }: Pick<Tenant, 'workspaceId' | 'userId'>, path = '') =>
    e2e.open(`/w/${workspaceId}/numbers${path}`, { userId, reducedMotion: 'reduce' })

  /** The code and the token that the dialog shows. */
  async function shownSecrets(page: Page): Promise<{ code: string; token: string }> {
    const dialog = page.getByRole('dialog', { name: 'Connect phone' })
    await dialog.getByRole('img', { name: 'QR code' }).waitFor()
    const text = (await dialog.textContent()) ?? ''
    return {
      code: /(?<!\d)\d{8}(?!\d)/.exec(text)?.[0] ?? '',
      token: /enrol_\w{24}/.exec(text)?.[0] ?? '',
    }
  }

  test('an empty list says who adds numbers', async () => {
    const page = await visit(await e2e.app.tenant())
    await page.getByText('No numbers yet. Ask your operator.').waitFor()
    await expectNoFaults(page, 'numbers-empty', 390)
  })

  test('a phone connects with the code on the screen, and the dialog tells it', async () => {
    const tenant = await e2e.app.tenant()
    const number = await androidNumber(e2e.app, tenant)
    const page = await visit(tenant, `/${number.id}`)
    await page.getByText('No phone is connected. Texts wait until one is.').waitFor()
    await page.getByRole('button', { name: 'Connect phone' }).click()
    const { code } = await shownSecrets(page)
    await expectNoFaults(page, 'numbers-connect', 390)
    const phone = phoneApp({ url: await phonesUrl(e2e.app), now: () => e2e.app.clock.now() })
    expect(await phone.enrol(`Code ${code}`)).toBe(201)
    await page.getByText('Connected: Maker/Model').waitFor()
    await expectNoFaults(page, 'numbers-connected', 390)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Online', { exact: true }).first().waitFor()
  })
})
