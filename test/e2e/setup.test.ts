import { describe, expect, test } from 'vitest'
import { inForce } from '../../src/identity/in-force.ts'
import { makeOperator } from '../../src/identity/operator/change-operators.ts'
import { createSetupLink } from '../../src/identity/setup/create-setup-link.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'

const draft = {
  'First name': 'Ada',
  'Last name': 'Lovelace',
  'E-mail address': 'ada@example.com',
  Password: 'three calm otters',
}

describe.skipIf(executable === undefined)('setting up', () => {
  const e2e = useApp()
  type Page = Awaited<ReturnType<typeof e2e.open>>

  const linkPath = async (): Promise<string> => {
    const { database, random, origins } = e2e.app.context
    const parts = { random, filesOrigin: origins.files }
    const { url } = await database.transaction((tx) => createSetupLink(tx, parts))
    return url.slice(origins.files.length)
  }
  const fill = async (page: Page, fields: Readonly<Record<string, string>> = draft) => {
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(value)
  }
  const create = (page: Page) => page.getByRole('button', { name: 'Create operator' }).click()

  // These are in order: an installation is set up once.
  test('a page without a token, and one with a token that is wrong, say how to get a link', async () => {
    const bare = await e2e.open('/setup')
    await bare.getByText('This link does not work. Run bureau setup-link for a new one.').waitFor()
    await expectNoFaults(bare, 'setup-no-token', 390)
    const page = await e2e.open('/setup#x')
    e2e.allowFaults(/status of 403/)
    await fill(page)
    await create(page)
    await page.getByText('This link does not work.').waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada')
  })

  test('an expired link does not work, and a new one in the same window does', async () => {
    const path = await linkPath()
    e2e.app.clock.advance(31 * 60_000)
    const page = await e2e.open(path)
    e2e.allowFaults(/status of 403/)
    await fill(page)
    await create(page)
    await page.getByText('This link does not work.').waitFor()
    const fresh = await linkPath()
    await page.evaluate(`location.hash = ${JSON.stringify(fresh.slice(fresh.indexOf('#')))}`)
    await page.waitForURL((url) => url.hash === '')
    expect(await page.getByText('This link does not work.').count()).toBe(0)
  })

  test('what cannot be used is said at its field', async () => {
    const page = await e2e.open(await linkPath())
    e2e.allowFaults(/status of 400/)
    await fill(page, { ...draft, Password: 'password123' })
    await create(page)
    await page.getByText('This password is among the first that others try.').waitFor()
    await expectNoFaults(page, 'setup-weak', 390)
  })

  test('the link makes an operator, who is logged in and sees what others need', async () => {
    const path = await linkPath()
    const page = await e2e.open(path)
    await page.getByRole('heading', { name: 'Set up Bureau', level: 1 }).waitFor()
    expect(page.url()).toBe(`${e2e.origin}/setup`)
    await expect.poll(() => page.title()).toBe('Set up Bureau · Bureau')
    await expectNoFaults(page, 'setup', 390)
    await fill(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Check this installation', level: 1 }).waitFor()
    const findings = async () =>
      (await page.getByRole('listitem').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
    await expect
      .poll(findings)
      .toEqual([
        expect.stringMatching(/^Address Look at this .*http:\/\/files\.test.*Set BUREAU_FILES_URL/),
        expect.stringMatching(/^Encryption Fine/),
        expect.stringMatching(/^Live updates Fine/),
        expect.stringMatching(/^Uploads Fine/),
        expect.stringMatching(/^Mail Look at this .*Set BUREAU_SMTP_URL and BUREAU_MAIL_FROM/),
      ])
    await expectNoFaults(page, 'setup-checks', 390)
    const stored = await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')
    expect(stored).not.toContain(path.split('#')[1])
    await page.goBack()
    expect(page.url()).not.toContain('#')
    await page.goForward()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  })

  test('a link does not work a second time: the set-up is closed', async () => {
    const page = await e2e.open('/setup#x')
    await page.getByRole('heading', { name: 'Bureau is set up' }).waitFor()
    await expectNoFaults(page, 'setup-closed', 390)
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
  })
})

describe.skipIf(executable === undefined)('a set-up that someone else finishes', () => {
  const e2e = useApp()

  test('says so when it is sent', async () => {
    const { database, random, origins } = e2e.app.context
    const parts = { random, filesOrigin: origins.files }
    const { url } = await database.transaction((tx) => createSetupLink(tx, parts))
    const page = await e2e.open(url.slice(origins.files.length))
    e2e.allowFaults(/status of 403/)
    for (const [label, value] of Object.entries(draft))
      await page.getByLabel(label, { exact: true }).fill(value)
    const { userId } = await e2e.app.tenant()
    await inForce(e2e.app.context, (tx) => makeOperator(tx, userId, {}))
    await page.getByRole('button', { name: 'Create operator' }).click()
    await page.getByRole('heading', { name: 'Bureau is set up' }).waitFor()
    // Nobody but an operator may check.
    const member = await e2e.open('/setup?step=check', { userId: (await e2e.organization()).memberId })
    await member.getByText('Only operators can check the installation.').waitFor()
  })
})
