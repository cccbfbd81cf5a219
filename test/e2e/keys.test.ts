import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { inForce } from '../../src/identity/in-force.ts'
import { createKey } from '../../src/identity/key/create-key.ts'
import { revokeKey } from '../../src/identity/key/revoke-key.ts'
import { simulatorNumber } from '../sms-account.ts'
import type { Tenant, TestApp } from '../harness.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'

const choose = async (page: Page, name: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Sends the form and takes the key out of its dialog. */
async function create(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Key created' })
  const secret = await dialog.getByRole('textbox', { name: 'API key' }).inputValue()
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  return secret
}

type Origin = Parameters<TestApp['call']>[0]
type Call = readonly [origin: Origin, method: 'GET' | 'POST', url: string, payload?: object]

const text = { to: '+12025550123', body: 'Hello' }
const person = { email: 'cleo@example.com', first_name: 'Cleo', last_name: 'Moss' }
const invited = { email: 'guest@example.com', role: 'member' }

interface Preset {
  readonly service: string
  readonly preset: string
  readonly call: Call
  readonly status: number
  readonly refused?: Call
}

const presets: readonly Preset[] = [
  {
    service: 'Files',
    preset: 'Everything',
    call: ['files', 'POST', '/api/v1/folders', { name: 'Bills' }],
    status: 201,
  },
  {
    service: 'Files',
    preset: 'Read only',
    call: ['files', 'GET', '/api/v1/files'],
    status: 200,
    refused: ['files', 'POST', '/api/v1/folders', { name: 'Bills' }],
  },
  {
    service: 'SMS',
    preset: 'Send only',
    call: ['sms', 'POST', '/api/v1/messages', text],
    status: 202,
    refused: ['sms', 'GET', '/api/v1/messages'],
  },
  { service: 'SMS', preset: 'Send and read', call: ['sms', 'GET', '/api/v1/messages'], status: 200 },
  {
    service: 'IAM',
    preset: 'Read members',
    call: ['gateway', 'GET', '/v1/iam/members'],
    status: 200,
    refused: ['gateway', 'POST', '/v1/iam/members', invited],
  },
  {
    service: 'IAM',
    preset: 'Manage members',
    call: ['gateway', 'POST', '/v1/iam/members', invited],
    status: 201,
  },
  { service: 'Provisioning', preset: 'All', call: ['gateway', 'POST', '/v1/users', person], status: 201 },
]

describe.skipIf(executable === undefined)('API keys in a browser', () => {
  const e2e = useApp()
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await e2e.app.tenant()
    await simulatorNumber(e2e.app)
  })

  const visit = (path: string, userId = tenant.userId): Promise<Page> =>
    e2e.open(`/w/${tenant.workspaceId}${path}`, { userId, reducedMotion: 'reduce' })

  const statusOf = async (key: string, [name, method, url, payload]: Call): Promise<number> =>
    (await e2e.app.call(name, { method, url, key, ...(payload && { payload }) })).status

  test('the empty list leads to the form', async () => {
    const page = await e2e.open(`/w/${tenant.personalId}/keys`, {
      userId: tenant.userId,
      reducedMotion: 'reduce',
    })
    await page.getByText('No keys yet. A key lets a program act for you in this workspace.').waitFor()
    await expectNoFaults(page, 'keys-empty', 390)
    await page.getByRole('link', { name: 'Create key' }).click()
    await page.getByRole('heading', { name: 'Create key' }).waitFor()
  })

  test.each(presets)('a key of the preset $service, $preset works at once', async (given) => {
    const { service, preset, call, status, refused } = given
    const page = await visit('/keys/new')
    await page.getByRole('textbox', { name: 'Name' }).fill(`${service}, ${preset}`)
    await page.getByRole('radio', { name: service, exact: true }).click()
    await choose(page, 'Preset', preset)
    const key = await create(page)
    expect(await statusOf(key, call)).toBe(status)
    if (refused) expect(await statusOf(key, refused)).toBe(403)
    await page.getByRole('row', { name: `${service}, ${preset}` }).waitFor()
  })

  test('a key for one folder uploads there and nowhere else', async () => {
    const { key: all } = await tenant.key('files')
    const made = await e2e.app.call('files', {
      method: 'POST',
      url: '/api/v1/folders',
      key: all,
      payload: { name: 'Letters' },
    })
    const { id } = (made.body as { data: { id: string } }).data
    const page = await visit('/keys/new')
    await page.getByRole('textbox', { name: 'Name' }).fill('Uploader')
    await choose(page, 'Preset', 'Upload to one folder')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('Choose the folder that the key may upload to.').waitFor()
    await page.locator('button:focus', { hasText: 'Choose folder' }).waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Choose folder' })
    await dialog.getByRole('button', { name: 'Letters' }).click()
    await dialog.getByText('This folder has no folders.').waitFor()
    await expectNoFaults(page, 'keys-folder', 390)
    await dialog.getByRole('button', { name: 'Choose this folder' }).click()
    await page.getByText('May upload to one folder, 120 requests a minute').waitFor()
    const key = await create(page)
    const upload = { name: 'a.txt', size: 5 }
    expect(await statusOf(key, ['files', 'POST', '/api/v1/uploads', upload])).toBe(201)
    expect(await statusOf(key, ['files', 'GET', `/api/v1/files/${id}`])).toBe(403)
    const me = await e2e.app.call('files', { url: '/api/v1/me', key })
    expect(me.body).toMatchObject({ data: { scope_folder_id: id } })
  })

  test('a key is created by keyboard alone, and its dialog closes by its button only', async () => {
    const page = await visit('/keys/new')
    await page.getByRole('textbox', { name: 'Name' }).focus()
    await page.keyboard.type('Typed')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.getByRole('radio', { name: 'SMS' }).isChecked()).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('[data-highlighted]', { hasText: 'Never' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.locator('[data-highlighted]', { hasText: 'In 30 days' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Expires' }).getByText('In 30 days').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Key created' })
    await dialog.waitFor()
    await expectNoFaults(page, 'keys-created', 390)
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    expect(await dialog.isVisible()).toBe(true)
    await dialog.getByRole('button', { name: 'I have saved it' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: 'Typed' }).waitFor()
  })

  test('what is wrong shows at its field, and the input stays', async () => {
    e2e.allowFaults(/status of 400/)
    const page = await visit('/keys/new')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('Enter a name.').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('Wrong')
    await page.getByRole('textbox', { name: 'Allowed IP addresses' }).fill('203.0.113.0/24\nhome')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('"home" is not an IP address or range').waitFor()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Wrong')
    // Otherwise the header covers half of a checkbox, which axe takes for a small one.
    await page.evaluate('scrollTo(0, 0)')
    await expectNoFaults(page, 'keys-new', 390)
  })

  test('a key shows its last use and its requests, and is refused once it is revoked', async () => {
    const { id, key } = await tenant.key('files', { name: 'Old printer' })
    const callByNetwork = async (path: string): Promise<number> =>
      (await fetch(`${e2e.origin}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })).status
    expect(await callByNetwork('/files')).toBe(200)
    expect(await callByNetwork('/files')).toBe(200)
    expect(await callByNetwork('/files/AAAAAAAA')).toBe(404)
    const page = await visit('/keys')
    const row = page.getByRole('row', { name: 'Old printer' })
    await expect
      .poll(
        async () => {
          await page.reload()
          return row.innerText()
        },
        { timeout: 15_000, interval: 500 },
      )
      .toMatch(/\b3\b/)
    await page.getByRole('button', { name: 'Actions for Old printer' }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke Old printer?' })
    await dialog.getByText('3 requests of the last 24 hours used this key.').waitFor()
    await expectNoFaults(page, 'keys-revoke', 390)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.goto(`${e2e.origin}/w/${tenant.workspaceId}/keys/${id}`)
    await page.getByRole('heading', { name: 'Old printer' }).waitFor()
    const requests = page.getByRole('table', { name: 'Last requests' }).getByRole('row')
    await expect.poll(() => requests.count()).toBe(4)
    expect(await requests.nth(1).innerText()).toMatch(/404\s+not_found/)
    await expectNoFaults(page, 'keys-one', 390)
    await page.getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Old printer is revoked.').waitFor()
    expect(await statusOf(key, ['files', 'GET', '/api/v1/files'])).toBe(401)
    await page.getByText('Programs that use it are refused.').waitFor()
  })

  test('a key that is created from the list is in it at once', async () => {
    const page = await visit('/keys')
    await page.getByRole('table', { name: 'API keys' }).getByRole('link').first().waitFor()
    await page.getByRole('link', { name: 'Create key' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('From the list')
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Key created' })
    await dialog.waitFor()
    // Going back would lose the key.
    await page.evaluate('history.back()')
    await dialog.getByRole('button', { name: 'Copy key' }).click()
    await dialog.getByRole('button', { name: 'Copied' }).waitFor()
    await dialog.getByRole('button', { name: 'I have saved it' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('row', { name: 'From the list' }).waitFor()
  })

  test('one like it has the same rights', async () => {
    const { id } = await tenant.key('files', {
      name: 'Scanner',
      scopes: ['files:write', 'folders:write'],
      ips: ['203.0.113.7'],
      perMinute: 60,
    })
    const page = await visit(`/keys/${id}`)
    await page.getByRole('link', { name: 'Create one like it' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Scanner')
    expect(await page.getByRole('checkbox', { name: 'folders:write' }).isChecked()).toBe(true)
    expect(await page.getByRole('combobox', { name: 'Preset' }).innerText()).toContain('Custom')
    expect(await page.getByRole('textbox', { name: 'Requests a minute' }).inputValue()).toBe('60')
    await create(page)
  })

  test('members see their own keys, and admins cannot revoke those of the owner', async () => {
    const [admin, member] = [
      await e2e.app.member(tenant.workspaceId, 'admin'),
      await e2e.app.member(tenant.workspaceId, 'member'),
    ]
    await tenant.key('files', { name: 'Of the owner' })
    await tenant.key('files', { name: 'Of the member', userId: member.id })
    const hers = await visit('/keys', member.id)
    await hers.getByRole('row', { name: 'Of the member' }).waitFor()
    await expect.poll(() => hers.getByRole('table', { name: 'API keys' }).getByRole('row').count()).toBe(2)
    const theirs = await visit('/keys', admin.id)
    await theirs.getByRole('button', { name: 'Actions for Of the owner' }).click()
    const item = theirs.getByRole('menuitem', { name: 'Revoke' })
    expect(await item.getAttribute('aria-disabled')).toBe('true')
    await theirs.getByText('Only the owner revokes their own keys.').waitFor()
  })

  test('what happens to keys elsewhere shows without a reload', async () => {
    const soon = new Date(e2e.app.clock.now().getTime() + 3_600_000)
    const { id } = await tenant.key('files', { name: 'Watched', expiresAt: soon })
    const page = await visit('/keys')
    const row = page.getByRole('row', { name: 'Watched' })
    await row.getByText('Expiring').waitFor()
    await inForce(e2e.app.context, (tx) => revokeKey(tx, id))
    await row.getByText('Revoked').waitFor()
    await tenant.key('files', { name: 'Newcomer' })
    await page.getByRole('button', { name: 'Show 1 new row' }).click()
    await page.getByRole('row', { name: 'Newcomer' }).waitFor()
  })

  test('the form says what the plan and the workspace lack', async () => {
    const { userId, personalId } = await e2e.app.tenant({ plan: { services: ['files'] } })
    const page = await e2e.open(`/w/${personalId}/keys/new`, { userId })
    await page.getByRole('radio', { name: 'SMS' }).click()
    await page.getByText('The plan of this workspace’s owner does not include SMS.').waitFor()
    const submit = page.getByRole('button', { name: 'Create key' })
    expect(await submit.getAttribute('aria-disabled')).toBeNull()
    await page.getByRole('radio', { name: 'IAM' }).click()
    await page.getByText('This is a personal workspace.').first().waitFor()
    expect(await submit.getAttribute('aria-disabled')).toBe('true')
  })

  test('a key of somebody else is not found', async () => {
    const { id } = await tenant.key('files')
    const { id: memberId } = await e2e.app.member(tenant.workspaceId, 'member')
    e2e.allowFaults(/status of 404/)
    const page = await visit(`/keys/${id}`, memberId)
    await page.getByText('This workspace has no such key, or you may not see it.').waitFor()
    await expectNoFaults(page, 'keys-missing', 390)
  })

  test('provisioning needs an approval, and says so', async () => {
    const { id } = await e2e.app.member(tenant.workspaceId, 'member')
    const page = await visit('/keys/new', id)
    await page.getByRole('radio', { name: 'Provisioning' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Ask for access' }).waitFor()
    expect(await page.getByRole('button', { name: 'Create key' }).getAttribute('aria-disabled')).toBe('true')
  })

  test('300 keys come in pages, and filters stay in the address', async () => {
    const { userId, workspaceId } = await e2e.app.tenant()
    const { database, random } = e2e.app.context
    await database.transaction(async (tx) => {
      for (let made = 0; made < 300; made++)
        await createKey(tx, random, {
          service: made === 0 ? 'sms' : 'files',
          name: `Key ${made}`,
          scopes: made === 0 ? ['messages:send'] : ['*'],
          userId,
          workspaceId,
        })
    })
    const page = await e2e.open(`/w/${workspaceId}/keys`, { userId })
    const rows = page.getByRole('table', { name: 'API keys' }).getByRole('row')
    await page.getByRole('row', { name: 'Key 299' }).waitFor()
    await expect.poll(() => rows.count()).toBe(51)
    for (let pages = 2; pages <= 6; pages++) {
      await page.getByRole('button', { name: 'More' }).click()
      await expect.poll(() => rows.count()).toBe(pages * 50 + 1)
    }
    expect(await page.getByRole('button', { name: 'More' }).count()).toBe(0)
    await choose(page, 'Service', 'SMS')
    await page.getByRole('row', { name: 'Key 0' }).waitFor()
    await expect.poll(() => rows.count()).toBe(2)
    await page.reload()
    await page.getByRole('row', { name: 'Key 0' }).waitFor()
    await expect.poll(() => rows.count()).toBe(2)
    await choose(page, 'State', 'Revoked')
    await page.getByText('No key matches these filters.').waitFor()
    await page.goBack()
    await page.getByRole('row', { name: 'Key 0' }).waitFor()
  })

  test('the list and the API reference have no fault that axe finds', async () => {
    await tenant.key('sms', { name: 'A key with a name that is rather long for what it does' })
    const page = await visit('/keys')
    await page.getByRole('row', { name: 'A key with a name' }).waitFor()
    await expectNoFaults(page, 'keys-list', 390)
    await page.goto(`${e2e.origin}/w/${tenant.workspaceId}/reference`)
    await page.getByRole('heading', { name: 'API reference' }).waitFor()
    await expectNoFaults(page, 'reference', 390)
  })
})
