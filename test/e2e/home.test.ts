import { describe, expect, test } from 'vitest'
import { filesClient } from '../files-client.ts'
import { newPhone, simulatorNumber, smsCaller } from '../sms-account.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'
import { loseAnswer } from './texter.ts'

describe.skipIf(executable === undefined)('Home', () => {
  const e2e = useApp()

  const card = (page: Awaited<ReturnType<typeof e2e.open>>, name: string) =>
    page.getByRole('article', { name })

  test('looks right, and hides its cards until they are shown again', async () => {
    const { workspaceId, ownerId } = await e2e.organization()
    const page = await e2e.open(`/w/${workspaceId}`, { userId: ownerId })
    await card(page, 'Upload a file').getByText('Not yet').waitFor()
    await page.getByText('No numbers').waitFor()
    await expectNoFaults(page, 'home-first', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Hide' }).click()
    await expect.poll(() => page.getByRole('article').count()).toBe(0)
    await page.reload()
    await page.getByRole('button', { name: 'Show the first steps' }).click()
    await card(page, 'Send a text').waitFor()
  })

  test('turns its cards when the person tries each', async () => {
    const { workspaceId, ownerId } = await e2e.organization()
    await simulatorNumber(e2e.app)
    const page = await e2e.open(`/w/${workspaceId}`, { userId: ownerId })
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose file' }).click(),
    ])
    await chooser.setFiles({ name: 'hello.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') })
    await page.getByRole('region', { name: 'Uploads' }).getByText('Done', { exact: true }).waitFor()
    await card(page, 'Upload a file').getByText('Done').waitFor()
    await page.getByRole('button', { name: 'Send text' }).click()
    await card(page, 'Send a text').getByText('Done').waitFor()
    await card(page, 'Watch events').getByText('A file or folder changed').waitFor()
    await card(page, 'Watch events').getByText('Done').waitFor()
    await expectNoFaults(page, 'home-done', 390)
  })

  test('sends its text once when the answer is lost', async () => {
    e2e.allowFaults(/ERR_FAILED/)
    const tenant = await e2e.app.tenant()
    await simulatorNumber(e2e.app)
    const page = await e2e.open(`/w/${tenant.workspaceId}`, { userId: tenant.userId })
    await loseAnswer(page)
    await page.getByRole('button', { name: 'Send text' }).click()
    await card(page, 'Send a text').getByText('Queued').waitFor()
    const { body } = await smsCaller(e2e.app, (await tenant.key('sms')).key).list()
    expect(body.messages).toHaveLength(1)
  })

  test('says what cannot be sent, and what the plan leaves out', async () => {
    const { workspaceId, userId } = await e2e.app.tenant({ plan: { services: ['sms'] } })
    const page = await e2e.open(`/w/${workspaceId}`, { userId })
    const choose = page.getByRole('button', { name: 'Choose file' })
    expect(await choose.getAttribute('aria-disabled')).toBe('true')
    e2e.allowFaults(/status of 4\d\d/)
    await page.getByLabel('Phone number').fill('12')
    await page.getByRole('button', { name: 'Send text' }).click()
    await page
      .getByRole('alert')
      .or(page.getByText('phone number', { exact: false }))
      .first()
      .waitFor()
    expect(await page.getByLabel('Phone number').inputValue()).toBe('12')
    await expect.poll(() => card(page, 'Send a text').getByText('Not yet').count()).toBe(1)
    await expectNoFaults(page, 'home-refused', 390)
  })

  test('turns its cards when a key is used elsewhere', async () => {
    const tenant = await e2e.app.tenant()
    await simulatorNumber(e2e.app)
    const page = await e2e.open(`/w/${tenant.workspaceId}`, { userId: tenant.userId })
    await card(page, 'Upload a file').getByText('Not yet').waitFor()
    await filesClient(e2e.app, (await tenant.key('files')).key).file('Hello', 'hello.txt')
    await card(page, 'Upload a file').getByText('Done').waitFor()
    await smsCaller(e2e.app, (await tenant.key('sms')).key).send({ to: newPhone(), body: 'Hello' })
    await card(page, 'Send a text').getByText('Done').waitFor()
  })
})
