import type { AddressInfo } from 'node:net'
import { Secret, TOTP } from 'otpauth'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeLink, makePerson, rightPassword, type TestPerson } from '../../src/account/account.testing.ts'
import { createInviteCode } from '../../src/identity/invitation/create-code.ts'
import { inviteGuest } from '../../src/identity/invitation/invitation.testing.ts'
import { testApp, type TestApp } from '../harness.ts'
import { executable, expectNoFaults, launch, policyRefusals } from './browser.ts'

let app: TestApp
let browser: Browser
let port = 0

/** Leads a page to what its name says. `at` opens a path of the origin. */
type Scene = (page: Page, at: (path: string) => Promise<unknown>) => Promise<unknown>

/** A page of the web app, which takes over after the log-in. */
const isInside = ({ pathname }: URL): boolean => /^\/(w\/|$)/.test(pathname)

async function logIn(page: Page, at: (path: string) => Promise<unknown>): Promise<TestPerson> {
  app.clock.advance(3_600_000)
  const person = await makePerson(app)
  await at('/login')
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByLabel('Password').fill(rightPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(isInside)
  return person
}

let guests = 0
async function invite(email = `guest-${++guests}@example.com`): Promise<string> {
  const { workspaceId, userId: inviterId } = await app.tenant()
  return `/invitation/${(await inviteGuest(app, { workspaceId, inviterId, email })).token}`
}

async function makeCode(): Promise<string> {
  const { workspaceId, userId: createdBy } = await app.tenant()
  const { database, random } = app.context
  const { code } = await database.transaction((tx) =>
    createInviteCode(tx, random, { workspaceId, createdBy }),
  )
  return `/join/${code}`
}

const codeFor = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() })

/** Sets the second step up as far as the page with the picture; the secret. */
async function prepare(page: Page, at: (path: string) => Promise<unknown>): Promise<string> {
  await at('/two-step')
  await page.getByLabel('Password').fill(rightPassword)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByAltText('QR code').waitFor()
  return (await page.locator('code').first().innerText()).replaceAll(' ', '')
}

async function switchOn(page: Page, at: (path: string) => Promise<unknown>): Promise<string> {
  const secret = await prepare(page, at)
  await page.getByLabel('Code').fill(codeFor(secret))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
  return secret
}

async function submit(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click()
  await page.getByRole('alert').waitFor()
}

const scenes: Readonly<Record<string, Scene>> = {
  'log-in': (_page, at) => at('/login'),
  'wrong-log-in': async (page, at) => {
    await at('/login')
    await page.getByLabel('E-mail address').fill('ann@example.com')
    await page.getByLabel('Password').fill('wrong horse')
    await submit(page, 'Log in')
  },
  forgotten: (_page, at) => at('/forgot'),
  sent: async (page, at) => {
    await at('/forgot')
    await page.getByLabel('E-mail address').fill(`${'a-rather-long-name-'.repeat(3)}@example.com`)
    await page.getByRole('button').click()
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
  },
  welcome: async (_page, at) => at(await makeLink(app, 'welcome', await makePerson(app))),
  'weak-password': async (page, at) => {
    await at(await makeLink(app, 'reset', await makePerson(app)))
    await page.getByLabel('New password').fill('password123')
    await submit(page, 'Save and log in')
  },
  'expired-link': async (_page, at) => {
    const path = await makeLink(app, 'reset', await makePerson(app))
    app.clock.advance(1_800_000)
    await at(path)
  },
  'unknown-link': (_page, at) => at('/welcome/x'),
  'invitation-new': async (_page, at) => at(await invite()),
  'invitation-log-in': async (_page, at) => at(await invite((await makePerson(app)).email)),
  'invitation-join': async (page, at) => {
    const { email } = await logIn(page, at)
    await at(await invite(email))
  },
  'invitation-switch': async (page, at) => {
    await logIn(page, at)
    await at(await invite())
  },
  'join-log-in': async (_page, at) => at(await makeCode()),
  join: async (page, at) => {
    await logIn(page, at)
    await at(await makeCode())
  },
  'log-out': async (page, at) => {
    await logIn(page, at)
    await at('/logout')
  },
  'logged-out': async (page, at) => {
    await logIn(page, at)
    await at('/logout')
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'You are logged out' }).waitFor()
  },
  'two-step-off': async (page, at) => {
    await logIn(page, at)
    await at('/two-step')
  },
  'two-step-prepared': async (page, at) => {
    await logIn(page, at)
    await prepare(page, at)
    await page.getByLabel('Code').fill('000000')
    await submit(page, 'Switch on')
  },
  'recovery-codes': async (page, at) => {
    await logIn(page, at)
    await switchOn(page, at)
  },
  'two-step-on': async (page, at) => {
    await logIn(page, at)
    await switchOn(page, at)
    await at('/two-step')
  },
  code: async (page, at) => {
    const { email } = await logIn(page, at)
    await switchOn(page, at)
    await page.context().clearCookies()
    await at('/login')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(rightPassword)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByLabel('Code').waitFor()
  },
}

describe.skipIf(executable === undefined)('account pages in a browser', () => {
  beforeAll(async () => {
    app = await testApp()
    await app.origin('files').listen({ port: 0, host: '127.0.0.1' })
    port = (app.origin('files').server.address() as AddressInfo).port
    browser = await launch()
  })
  afterAll(async () => {
    await browser.close()
    await app.close()
  })

  async function open(options: BrowserContextOptions, host = '127.0.0.1') {
    const page = await (await browser.newContext(options)).newPage()
    return { page, at: (path: string) => page.goto(`http://${host}:${port}${path}`) }
  }

  test.each(Object.entries(scenes))(
    'the page "%s" has no fault that axe finds, and fits',
    async (name, lead) => {
      app.clock.advance(3_600_000)
      const { page, at } = await open({})
      const refusals = policyRefusals(page)
      await lead(page, at)
      await expectNoFaults(page, name, 320)
      expect(refusals).toEqual([])
      await page.context().close()
    },
  )

  test.each(['127.0.0.1', 'office.test'])(
    'somebody who is invited creates an account and joins without JavaScript, by keyboard alone, at %s',
    async (host) => {
      const { page, at } = await open({ javaScriptEnabled: false }, host)
      await at(await invite())
      // The first name gets the focus by itself.
      await page.locator('#first_name:focus').waitFor()
      await page.keyboard.type('Ann')
      await page.keyboard.press('Tab')
      await page.keyboard.type('Lee')
      await page.keyboard.press('Tab')
      await page.keyboard.type(rightPassword)
      await page.keyboard.press('Enter')
      await page.waitForURL(isInside)
      await at('/logout')
      expect(await page.locator('main').innerText()).toContain(`guest-${guests}@example.com`)
      await page.context().close()
    },
  )

  test('a password that is refused has the focus, and what is wrong is tied to it', async () => {
    const { page, at } = await open({})
    await at(await makeLink(app, 'reset', await makePerson(app)))
    await page.getByLabel('New password').fill('password123')
    await submit(page, 'Save and log in')
    const field = page.getByLabel('New password')
    expect(await field.evaluate('document.activeElement.id')).toBe('password')
    const described = await field.getAttribute('aria-describedby')
    expect(described?.split(' ')).toContain('fault')
    await page.getByRole('alert').getByRole('link').click()
    expect(await field.evaluate('document.activeElement.id')).toBe('password')
    await page.context().close()
  })

  test('a link in a mail that is opened tells nobody where it came from', async () => {
    const { page, at } = await open({})
    const path = await makeLink(app, 'reset', await makePerson(app))
    const sent: (string | undefined)[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).port !== String(port)) sent.push(request.headers()['referer'])
    })
    await at(path)
    await page.evaluate(`location.href = 'http://office.test:${port + 1}/elsewhere'`)
    await expect.poll(() => sent).toEqual([undefined])
    await page.context().close()
  })

  test('a log-in form on another site is refused', async () => {
    const { email } = await makePerson(app)
    const { page } = await open({})
    await page.setContent(
      `<form method="post" action="http://127.0.0.1:${port}/login">
      <input name="email" value="${email}"><input name="password" value="${rightPassword}"><button>Go</button></form>`,
    )
    await page.getByRole('button').click()
    await page.getByRole('heading', { name: 'This form came from another site' }).waitFor()
    expect(await page.context().cookies()).toEqual([])
    await page.context().close()
  })

  test('a form on another site cannot log anybody out', async () => {
    const { page, at } = await open({})
    await logIn(page, at)
    const other = await page.context().newPage()
    await other.setContent(
      `<form method="post" action="http://127.0.0.1:${port}/logout"><button>Go</button></form>`,
    )
    await other.getByRole('button').click()
    await other.getByRole('heading', { name: 'This form came from another site' }).waitFor()
    await at('/logout')
    expect(await page.getByRole('heading').innerText()).toBe('Log out?')
    await page.context().close()
  })
})
