import { describe, expect, test } from 'vitest'
import { makePerson } from '../../src/account/account.testing.ts'
import {
  approveProvisioning,
  declineProvisioning,
  revokeProvisioning,
} from '../../src/identity/approval/change-approval.ts'
import { inForce, type RightsTransaction } from '../../src/identity/in-force.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'

describe.skipIf(executable === undefined)('Provisioning access', () => {
  const e2e = useApp()
  const wide = { width: 1280, height: 800 }

  async function open() {
    const person = await makePerson(e2e.app)
    const page = await e2e.open('/', { userId: person.id })
    await page.getByRole('link', { name: 'Provisioning', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Provisioning access' }).waitFor()
    const decide = async (change: (tx: RightsTransaction, userId: number) => Promise<unknown>) => {
      await inForce(e2e.app.context, (tx) => change(tx, person.id))
    }
    return { page, decide }
  }

  test('is asked for, and the page follows what the operator decides', async () => {
    const { page, decide } = await open()
    await page.getByLabel('Company').waitFor()
    await expectNoFaults(page, 'provisioning-none', 390)
    await page.setViewportSize(wide)
    await page.getByLabel('Company').fill('Lee & Sons')
    await page.getByLabel('Purpose').fill('Accounts for the customers of our shops.')
    await page.getByLabel('Accounts a month').fill('1,200')
    await page.keyboard.press('Enter')
    await page.getByText('An operator decides. You get an e-mail').waitFor()
    await expectNoFaults(page, 'provisioning-requested', 390)
    await page.setViewportSize(wide)
    await page.getByRole('button', { name: 'Change the request' }).click()
    expect(await page.getByLabel('Accounts a month').inputValue()).toBe('1200')
    await page.getByLabel('Accounts a month').fill('50')
    await page.getByRole('button', { name: 'Ask for access' }).click()
    await page.getByRole('button', { name: 'Change the request' }).waitFor()
    await decide(declineProvisioning)
    await page.getByText('An operator declined your request.').waitFor()
    await expectNoFaults(page, 'provisioning-declined', 390)
    await page.setViewportSize(wide)
    await page.getByRole('button', { name: 'Ask for access' }).click()
    await page.getByText('An operator decides. You get an e-mail').waitFor()
    await decide(approveProvisioning)
    await page.getByRole('link', { name: 'Create key' }).waitFor()
    await expectNoFaults(page, 'provisioning-approved', 390)
    await decide(revokeProvisioning)
    await page.getByText('An operator ended your access').waitFor()
  })

  test('says at its field what is missing', async () => {
    e2e.allowFaults(/status of 400/)
    const { page } = await open()
    await page.getByRole('button', { name: 'Ask for access' }).click()
    await page.getByLabel('Company').and(page.locator('[aria-invalid=true]')).waitFor()
    await page.getByLabel('Company').fill('Lee & Sons')
    await page.getByLabel('Purpose').fill('Our shops')
    await page.getByLabel('Accounts a month').fill('many')
    await page.getByRole('button', { name: 'Ask for access' }).click()
    await page.getByLabel('Accounts a month').and(page.locator('[aria-invalid=true]')).waitFor()
    expect(await page.getByLabel('Purpose').inputValue()).toBe('Our shops')
    await expectNoFaults(page, 'provisioning-refused', 390)
  })
})
