import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { makePerson, rightPassword } from '../../src/account/account.testing.ts'
import { inForce } from '../../src/identity/in-force.ts'
import { endOperator, makeOperator } from '../../src/identity/operator/change-operators.ts'
import { createUser } from '../../src/identity/user/create-user.ts'
import { addJob } from '../../src/console/operator/jobs/jobs.testing.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const rowOf = (page: Page, name: string) => page.getByRole('row', { name })
const said = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()

describe.skipIf(executable === undefined)('the pages of operators', () => {
  const e2e = useApp()

  async function operator(): Promise<number> {
    const { userId } = await e2e.app.tenant()
    await inForce(e2e.app.context, (tx) => makeOperator(tx, userId, {}))
    return userId
  }
  // Colors that fade are measured halfway.
  const reducedMotion = 'reduce' as const
  const open = async (path: string) => e2e.open(path, { userId: await operator(), reducedMotion })

  const newPerson = (email: string) =>
    e2e.app.context.database.transaction((tx) =>
      createUser(tx, e2e.app.context.setUpWorkspace, {
        email,
        firstName: 'Ann',
        lastName: 'Lee',
        plan: 'standard',
      }),
    )

  const pages = {
    '': 'Health',
    '/provisioning': 'Provisioning requests',
    '/people': 'People',
    '/plans': 'Plans',
    '/workspaces': 'Workspaces',
    '/mail': 'Mail outbox',
    '/jobs': 'Jobs',
    '/audit': 'Audit log',
  }

  test.each(Object.entries(pages))('/operator%s is “%s”, and nobody else sees it', async (path, name) => {
    await makePerson(e2e.app)
    await addJob(e2e.app, { failed: true })
    const page = await open(`/operator${path}`)
    await heading(page, name).waitFor()
    await expect.poll(() => page.title()).toBe(`${name} · Bureau`)
    const navigation = page.getByRole('navigation', { name: 'Operator', exact: true })
    expect(await navigation.getByRole('link', { name, exact: true }).getAttribute('aria-current')).toBe(
      'page',
    )
    if (path !== '/mail') await page.getByRole('table', { name, exact: true }).waitFor()
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
    await expectNoFaults(page, `operator${path.replace('/', '-')}`, 390)
    const stranger = await e2e.open(`/operator${path}`, { userId: (await e2e.app.tenant()).userId })
    await heading(stranger, 'For operators').waitFor()
    expect(await stranger.getByRole('navigation', { name: 'Operator', exact: true }).count()).toBe(0)
  })

  test('a person asks for access, the operator approves it live, and the person creates a key', async () => {
    const page = await open('/operator/provisioning')
    await heading(page, 'Provisioning requests').waitFor()
    const { id, workspace_id: workspace } = await newPerson('asks@example.org')
    const person = await e2e.open(`/w/${workspace}/provisioning`, { userId: id, reducedMotion })
    const company = 'Lee & Sons <b>Ltd</b>'
    await person.getByLabel('Company').fill(company)
    await person.getByLabel('Purpose').fill('Accounts for our shops')
    await person.getByLabel('Accounts a month').fill('50')
    await button(person, 'Ask for access').click()
    const row = page.getByRole('row').filter({ hasText: company })
    await row.waitFor()
    await expectNoFaults(page, 'operator-request', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await row.getByRole('button', { name: 'Approve', exact: true }).click()
    await row.getByText('Approved', { exact: true }).waitFor()

    await person.goto(`${e2e.origin}/w/${workspace}/keys/new`)
    await person.getByLabel('Name', { exact: true }).fill('Shops')
    await person.getByRole('radio', { name: 'Provisioning' }).click()
    await button(person, 'Create key').click()
    const created = person.getByRole('dialog', { name: 'Key created' })
    expect(await created.getByRole('textbox', { name: 'API key' }).inputValue()).toMatch(/^\w{20,}/)

    await row.getByRole('button', { name: 'Revoke', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke the access of asks@example.org?' })
    await dialog.getByText('provisioning keys stop at once').waitFor()
    await expectNoFaults(page, 'operator-revoke', 390)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await row.getByText('Approved', { exact: true }).waitFor()
    await row.getByRole('button', { name: 'Revoke', exact: true }).click()
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
    await row.getByText('Revoked', { exact: true }).waitFor()
  })

  test('a new person gets a mail that shows as text in the outbox, and its link works', async () => {
    e2e.allowFaults(/status of 409/)
    const page = await open('/operator/people')
    await button(page, 'Create person').click()
    const dialog = page.getByRole('dialog', { name: 'Create person' })
    const fill = async (email: string) => {
      await dialog.getByLabel('E-mail address').fill(email)
      await dialog.getByLabel('First name').fill('<img src=x onerror=alert(1)>')
      await dialog.getByLabel('Last name').fill('<b>Lee</b>')
    }
    await fill('new-person@example.org')
    await expectNoFaults(page, 'operator-create-person', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'Create person', exact: true }).click()
    await rowOf(page, 'new-person@example.org').getByText('<b>Lee</b>').waitFor()
    await button(page, 'Create person').click()
    await fill('new-person@example.org')
    await dialog.getByRole('button', { name: 'Create person', exact: true }).click()
    await dialog.getByText('Another account has this e-mail address.').waitFor()
    await page.keyboard.press('Escape')
    await button(page, 'Open outbox').click()
    await heading(page, 'Mail outbox').waitFor()
    await button(page, 'new-person@example.org').click()
    const mail = page.getByRole('dialog', { name: 'Set your password' })
    const link = await mail.getByLabel('link', { exact: true }).innerText()
    await expectNoFaults(page, 'operator-read-mail', 390)
    expect(await mail.locator('img, b').count()).toBe(0)
    const url = new URL(link)
    const guest = await e2e.open(url.pathname)
    await guest.getByLabel('New password').fill('three calm otters')
    await guest.getByRole('button', { name: 'Set password and log in' }).click()
    await guest.waitForURL(({ pathname }) => !pathname.startsWith('/welcome'))
  })

  test('a person who is disabled is logged out in their open app, and comes back once enabled', async () => {
    e2e.allowFaults(/status of 401/)
    const { id, email } = await makePerson(e2e.app)
    const app = await e2e.open('/', { userId: id })
    await app.getByRole('navigation', { name: 'Main', exact: true }).waitFor()
    const page = await open(`/operator/people/${id}`)
    await heading(page, email).waitFor()
    await expectNoFaults(page, 'operator-person', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await button(page, 'Disable').click()
    const dialog = page.getByRole('dialog', { name: `Disable ${email}?` })
    await dialog.getByRole('button', { name: 'Disable', exact: true }).click()
    await button(page, 'Enable').waitFor()
    await app.waitForURL('**/login**')
    const reset = button(page, 'Mail a reset link')
    expect(await reset.getAttribute('aria-disabled')).toBe('true')
    await expectNoFaults(page, 'operator-person-disabled', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await button(page, 'Enable').click()
    await button(page, 'Disable').waitFor()
    await app.getByLabel('E-mail address').fill(email)
    await app.getByLabel('Password').fill(rightPassword)
    await app.getByRole('button', { name: 'Log in' }).click()
    await app.getByRole('navigation', { name: 'Main', exact: true }).waitFor()
  })

  test('makes and removes operators, mails a reset link, and ends sessions', async () => {
    // The session of the person ends.
    e2e.allowFaults(/status of 401/)
    const { id, email } = await makePerson(e2e.app)
    await e2e.open('/', { userId: id })
    const page = await open(`/operator/people/${id}`)
    await button(page, 'Make operator').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make operator', exact: true }).click()
    await said(page, `${email} is an operator.`)
    await button(page, 'Remove operator').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove operator', exact: true }).click()
    await button(page, 'Make operator').waitFor()
    await button(page, 'Mail a reset link').click()
    await said(page, `A reset link is on its way to ${email}.`)
    await button(page, 'End all sessions').click()
    await page.getByText('They are not logged in anywhere.').waitFor()
  })

  test('the last operator stays, whatever the way', async () => {
    e2e.allowFaults(/status of 409/)
    const { database } = e2e.app.context
    const last = await operator()
    const others = await import('../../src/identity/operator/store.ts').then(({ listOperators }) =>
      listOperators(database, { after: 0, limit: 1000 }),
    )
    for (const { id } of others)
      if (id !== last) await inForce(e2e.app.context, (tx) => endOperator(tx, id, {}))
    const page = await e2e.open(`/operator/people/${last}`, { userId: last })
    const dialog = page.getByRole('dialog')
    for (const verb of ['Disable', 'Remove operator']) {
      await button(page, verb).click()
      await dialog.getByRole('button', { name: verb, exact: true }).click()
      await dialog.getByRole('alert').getByText('This is the last operator.').waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  })

  test('changes the plan of a person, and gives values back to the plan', async () => {
    e2e.allowFaults(/status of 400/)
    const { id } = await makePerson(e2e.app)
    const page = await open(`/operator/people/${id}`)
    const form = page.getByRole('form', { name: 'Plan' })
    await form.getByLabel('Texts a day').fill('many')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.getByText('Enter a whole number.').waitFor()
    await form.getByLabel('Texts a day').fill('1,234')
    await form.getByRole('combobox', { name: 'Services' }).click()
    await page.getByRole('option', { name: 'Only texts' }).click()
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await said(page, 'Plan saved.')
    await page.reload()
    expect(await form.getByLabel('Texts a day').inputValue()).toBe('1234')
    expect(await form.getByRole('combobox', { name: 'Services' }).innerText()).toBe('Only texts')
    await form.getByLabel('Texts a day').fill('')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(() => form.getByLabel('Texts a day').getAttribute('placeholder'))
      .toBe('As the plan (200)')
  })

  test('creates a plan, and says how many people an edit affects', async () => {
    e2e.allowFaults(/status of 409/)
    const page = await open('/operator/plans')
    const dialog = page.getByRole('dialog')
    for (const [outcome, text] of [
      ['created', 'Plan Team created.'],
      ['taken', 'A plan with this name exists already.'],
    ]) {
      await button(page, 'Create plan').click()
      await dialog.getByLabel('Name').fill('Team')
      await dialog.getByRole('checkbox', { name: 'Files' }).click()
      await dialog.getByLabel('Texts a day').fill('1000')
      if (outcome === 'created') await expectNoFaults(page, 'operator-create-plan', 390)
      await page.setViewportSize({ width: 1280, height: 800 })
      await dialog.getByRole('button', { name: 'Create plan', exact: true }).click()
      await page
        .getByText(text ?? '')
        .first()
        .waitFor()
      if (outcome === 'created') await dialog.waitFor({ state: 'detached' })
    }
    await page.keyboard.press('Escape')
    await rowOf(page, 'Team').getByText('Texts', { exact: true }).waitFor()
    await button(page, 'Actions for standard').click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog.getByText(/This changes at once what [\d,]+ people may do\./).waitFor()
    await dialog.getByLabel('Texts a day').fill('201')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await rowOf(page, 'standard').getByText('201', { exact: true }).waitFor()
  })

  test('sets the quota of a workspace, and creates one for a person', async () => {
    const { email } = await makePerson(e2e.app)
    const page = await open('/operator/workspaces')
    await button(page, 'Create workspace').click()
    const dialog = page.getByRole('dialog', { name: 'Create workspace' })
    await dialog.getByLabel('Name').fill('Zebra & Sons')
    await dialog.getByLabel('Owner').fill('nobody@example.org')
    await dialog.getByRole('button', { name: 'Create workspace', exact: true }).click()
    await dialog.getByText('There is no person with this address.').waitFor()
    await dialog.getByLabel('Owner').fill(email.toUpperCase())
    await dialog.getByRole('button', { name: 'Create workspace', exact: true }).click()
    await page.getByRole('searchbox', { name: 'Search workspaces' }).fill('zebra')
    await page.waitForURL('**?q=zebra')
    await page.getByRole('link', { name: 'Zebra & Sons' }).click()
    await heading(page, 'Zebra & Sons').waitFor()
    await page.getByRole('textbox', { name: 'Quota' }).fill('much')
    await button(page, 'Save').click()
    await page.getByText('Enter a size, like 500 MB').waitFor()
    await page.getByRole('textbox', { name: 'Quota' }).fill('20 GB')
    await button(page, 'Save').click()
    await said(page, 'Quota saved.')
    await expect
      .poll(() => page.getByRole('meter', { name: 'Stored' }).getAttribute('aria-valuetext'))
      .toBe('0 bytes of 20 GB')
    await expectNoFaults(page, 'operator-workspace', 390)
    await page.getByRole('textbox', { name: 'Quota' }).fill('')
    await button(page, 'Save').click()
    await expect
      .poll(() => page.getByRole('meter', { name: 'Stored' }).getAttribute('aria-valuetext'))
      .toBe('0 bytes')
  })

  test('pages and searches a thousand people', async () => {
    const { context } = e2e.app
    await context.database.transaction(async (tx) => {
      for (let at = 0; at < 1000; at++)
        await createUser(tx, context.setUpWorkspace, {
          email: `crowd-${at}@example.net`,
          firstName: 'Crowd',
          lastName: `Member${at}`,
          plan: 'standard',
        })
    })
    const page = await open('/operator/people')
    const rows = page.getByRole('table', { name: 'People' }).locator('tbody').getByRole('row')
    await rows.first().waitFor()
    await expect.poll(() => rows.count()).toBe(50)
    await button(page, 'More').click()
    await expect.poll(() => rows.count()).toBe(100)
    await page.keyboard.press('/')
    await page.keyboard.type('crowd member77')
    await page.waitForURL('**?q=crowd**')
    await expect.poll(() => rows.count()).toBe(11)
    await page.reload()
    await expect.poll(() => rows.count()).toBe(11)
    expect(await page.getByRole('searchbox', { name: 'Search people' }).inputValue()).toBe('crowd member77')
    await page.getByRole('searchbox', { name: 'Search people' }).fill('nobody-is-called-that')
    await page.getByText('Nobody matches.').waitFor()
    await expectNoFaults(page, 'operator-nobody', 390)
  })

  test('sends a test mail, and retries a job', async () => {
    const page = await open('/operator/mail')
    await button(page, 'Send test mail').click()
    await said(page, 'A test mail is on its way to')
    await page.getByText('Test mail from Bureau').first().waitFor()
    const id = await addJob(e2e.app, { failed: true })
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('table', { name: 'Jobs' }).waitFor()
    await button(page, 'Retry').first().click()
    await said(page, 'test-job runs again.')
    expect(id).toBeGreaterThan(0)
  })

  test('filters the audit log, and downloads it and the usage of a month as CSV', async () => {
    const { id, email } = await makePerson(e2e.app)
    const page = await open(`/operator/people/${id}`)
    await button(page, 'Mail a reset link').click()
    await said(page, 'A reset link is on its way')
    await page.getByRole('navigation', { name: 'Operator' }).getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('combobox', { name: 'Action' }).click()
    await page.getByRole('option', { name: 'Mailed a reset link' }).click()
    await page.waitForURL('**action=password.reset**')
    await page.getByRole('row').filter({ hasText: email }).first().waitFor()
    for (const [name, file] of [
      ['Download CSV', 'audit-log.csv'],
      ['Download usage', /^usage-\d{4}-\d\d\.csv$/],
    ] as const) {
      const download = page.waitForEvent('download')
      await button(page, name).click()
      expect((await download).suggestedFilename()).toMatch(file)
    }
    await button(page, 'Clear filters').click()
    await page.waitForURL(({ search }) => search === '')
  })
})
