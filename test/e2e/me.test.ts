import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { makePerson, rightPassword, type TestPerson } from '../../src/account/account.testing.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'

describe.skipIf(executable === undefined)('the pages about the person', () => {
  const e2e = useApp()

  const logIn = async (page: Page, { email }: TestPerson, password = rightPassword): Promise<void> => {
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
  }
  const open = async (path: string, person?: TestPerson) => {
    const { id } = person ?? (await makePerson(e2e.app))
    return e2e.open(path, { userId: id })
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const toast = (page: Page, text: string) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text)
  const rowsOf = (page: Page, table: string) =>
    page.getByRole('table', { name: table, exact: true }).locator('tbody').getByRole('row')

  describe('Profile', () => {
    test('saves the name, which the banner shows at once', async () => {
      const page = await open('/me/profile')
      await page.getByLabel('First name').fill('Zoë')
      await page.getByLabel('Last name').fill('van der Berg')
      await button(page, 'Save').click()
      await button(page, 'Account: Zoë').waitFor()
      await toast(page, 'Profile saved.').waitFor()
      await page.reload()
      expect(await page.getByLabel('Last name').inputValue()).toBe('van der Berg')
      await expectNoFaults(page, 'profile', 390)
    })

    test('shows at its field what a name must have', async () => {
      e2e.allowFaults(/status of 400/)
      const page = await open('/me/profile')
      await page.getByLabel('First name').fill(' ')
      await button(page, 'Save').click()
      await page.getByText('Must have 1 to 80 characters on one line.').waitFor()
      await page.getByLabel('First name').and(page.locator('[aria-invalid=true]')).waitFor()
      expect(await page.getByLabel('Last name').getAttribute('aria-invalid')).toBeNull()
      await expectNoFaults(page, 'profile-refused', 390)
    })
  })

  describe('Security', () => {
    test('changes the password: this browser stays logged in, and another one logs in again where it was', async () => {
      e2e.allowFaults(/status of 401/)
      const person = await makePerson(e2e.app)
      const page = await e2e.open('/login?next=/me/security')
      await logIn(page, person)
      await page.waitForURL('**/me/security')
      const other = await e2e.open('/me/profile', { userId: person.id })
      await other.getByLabel('First name').waitFor()
      await page.getByLabel('Current password').fill(rightPassword)
      await page.getByLabel('New password').fill('a brand new horse')
      await button(page, 'Change password').click()
      await toast(page, 'Password changed').waitFor()
      await other.waitForURL('**/login?next=%2Fme%2Fprofile')
      expect(await page.getByLabel('Current password').inputValue()).toBe('')
      await expect.poll(() => rowsOf(page, 'Sessions').count()).toBe(1)
      await logIn(other, person, 'a brand new horse')
      await other.waitForURL('**/me/profile')
      expect(new URL(page.url()).pathname).toBe('/me/security')
      await page.reload()
      await expect.poll(() => rowsOf(page, 'Sessions').count()).toBe(2)
    })

    test('says at its field which password is wrong', async () => {
      e2e.allowFaults(/status of 40[03]/)
      const page = await open('/me/security')
      await page.getByLabel('Current password').fill('wrong horse')
      await page.getByLabel('New password').fill('short')
      await button(page, 'Change password').click()
      await page.getByLabel('New password').and(page.locator('[aria-invalid=true]')).waitFor()
      await page.getByLabel('New password').fill('a brand new horse')
      await button(page, 'Change password').click()
      await page.getByLabel('Current password').and(page.locator('[aria-invalid=true]')).waitFor()
      expect(await page.getByLabel('New password').inputValue()).toBe('a brand new horse')
      await expectNoFaults(page, 'security-refused', 390)
    })

    test('lists the sessions and ends one, or all others', async () => {
      e2e.allowFaults(/status of 401/)
      const person = await makePerson(e2e.app)
      const [one, two] = [await open('/me/profile', person), await open('/me/profile', person)]
      await two.getByLabel('First name').waitFor()
      const page = await e2e.open('/login?next=/me/security')
      await logIn(page, person)
      await expect.poll(() => rowsOf(page, 'Sessions').count()).toBe(3)
      const current = rowsOf(page, 'Sessions').filter({ hasText: 'This browser' })
      await expect.poll(() => current.count()).toBe(1)
      expect(await current.innerText()).toContain('Chrome on Linux')
      await expectNoFaults(page, 'security', 390)
      await page.setViewportSize({ width: 1280, height: 800 })
      await button(page, 'End session').first().click()
      await toast(page, 'Session ended.').waitFor()
      await expect.poll(() => rowsOf(page, 'Sessions').count()).toBe(2)
      await two.waitForURL('**/login?**')
      await button(page, 'End all others').click()
      await toast(page, 'All other sessions ended.').waitFor()
      await expect.poll(() => rowsOf(page, 'Sessions').count()).toBe(1)
      await one.waitForURL('**/login?**')
      expect(await button(page, 'End all others').getAttribute('aria-disabled')).toBe('true')
    })

    test('leads to two-step verification and back', async () => {
      const page = await open('/me/security')
      await page.getByRole('link', { name: 'Set up' }).click()
      await page.waitForURL('**/two-step')
      await page.getByRole('link', { name: 'Security' }).click()
      await page.waitForURL('**/me/security')
      await page.getByRole('heading', { name: 'Security' }).waitFor()
    })
  })

  describe('Workspaces', () => {
    test('creates an organization and opens it', async () => {
      const { userId } = await e2e.app.tenant()
      const page = await e2e.open('/me/workspaces', { userId })
      await button(page, 'Create organization').focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Create organization' }).waitFor()
      expect(page.url()).toContain('create=true')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect
        .poll(() => page.evaluate('document.activeElement?.textContent'))
        .toBe('Create organization')
      await page.keyboard.press('Enter')
      await page.getByLabel('Name').fill('Lee & Sons')
      await page.getByLabel('EIN').fill('12-3456789')
      await expectNoFaults(page, 'create-organization', 390)
      await page.setViewportSize({ width: 1280, height: 800 })
      await button(page, 'Create').click()
      await page.waitForURL(/\/w\/\d+$/)
      await button(page, 'Workspace: Lee & Sons').waitFor()
      await page.goto(`${e2e.origin}/me/workspaces`)
      const row = rowsOf(page, 'Workspaces').filter({ hasText: 'Lee & Sons' })
      expect(await row.innerText()).toContain('Owner')
      await expectNoFaults(page, 'workspaces', 390)
    })

    test('says at its field what is wrong with a name or an EIN', async () => {
      e2e.allowFaults(/status of 400/)
      const { userId } = await e2e.app.tenant()
      const page = await e2e.open('/me/workspaces?create=true', { userId })
      await button(page, 'Create').click()
      await page.getByLabel('Name').and(page.locator('[aria-invalid=true]')).waitFor()
      await page.getByLabel('Name').fill('Lee & Sons')
      await page.getByLabel('EIN').fill('123')
      await button(page, 'Create').click()
      await page.getByText('Must have 9 digits, as NN-NNNNNNN').waitFor()
      await expectNoFaults(page, 'create-organization-refused', 390)
    })
  })
})
