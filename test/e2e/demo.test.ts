import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { fillDemo } from '../../src/demo/fill.ts'
import { firstPersonOf } from '../../src/demo/demo.testing.ts'
import { demoWorkspaces } from '../../src/identity/demo/store.ts'
import { inForce } from '../../src/identity/in-force.ts'
import { makeOperator } from '../../src/identity/operator/change-operators.ts'
import { ownedWorkspaces } from '../../src/identity/removal/store.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'

const line = (page: Page) => page.getByText('Demo data. bureau demo remove removes it.', { exact: true })

describe.skipIf(executable === undefined)('demo data in a browser', { timeout: 60_000 }, () => {
  const e2e = useApp()
  let userId: number
  let workspaceId: number

  beforeAll(async () => {
    const { context } = e2e.app
    e2e.app.clock.set(new Date())
    userId = await firstPersonOf(context)
    await fillDemo(context, userId)
    await inForce(context, (tx) => makeOperator(tx, userId, {}))
    const [organization] = await demoWorkspaces(context.database)
    workspaceId = organization?.id ?? 0
  }, 60_000)

  const open = (path: string) => e2e.open(path, { userId, reducedMotion: 'reduce' })
  const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

  test.each([
    ['', 'Home'],
    ['/files', 'Files'],
    ['/members', 'Members'],
    ['/usage', 'Usage'],
  ])('is marked on /w/…%s', async (path, title) => {
    const page = await open(`/w/${workspaceId}${path}`)
    await titled(page, title)
    await line(page).waitFor()
    await expectNoFaults(page, `demo-${title.toLowerCase()}`, 390)
  })

  test('is in Messages, Groups, Numbers, and Simulator', async () => {
    const page = await open(`/w/${workspaceId}/messages`)
    await titled(page, 'Messages')
    await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().waitFor()
    await page.goto(`${e2e.origin}/w/${workspaceId}/groups`)
    await titled(page, 'Groups')
    await page.getByRole('row', { name: 'Field crew' }).waitFor()
    await page.goto(`${e2e.origin}/w/${workspaceId}/numbers`)
    await titled(page, 'Numbers')
    await page.getByRole('cell', { name: 'Reminders' }).waitFor()
    await page.goto(`${e2e.origin}/w/${workspaceId}/simulator`)
    await titled(page, 'Simulator')
    await page.getByRole('list', { name: 'People' }).getByRole('link').first().waitFor()
  })

  test('is not marked in the workspace of the person', async () => {
    const [own] = await ownedWorkspaces(e2e.app.context.database, userId)
    const page = await open(`/w/${own?.id}`)
    await titled(page, 'Home')
    expect(await line(page).count()).toBe(0)
  })

  test('is marked in the lists of operators', async () => {
    const people = await open('/operator/people')
    const made = people.getByRole('row', { name: 'diane.mercer@example.com' })
    await made.getByText('Demo', { exact: true }).waitFor()
    expect(await people.getByRole('row', { name: 'you@example.com' }).getByText('Demo').count()).toBe(0)
    const workspaces = await open('/operator/workspaces')
    const company = workspaces.getByRole('row', { name: 'Fernwood Heating & Plumbing' })
    await company.getByText('Demo', { exact: true }).waitFor()
  })
})
