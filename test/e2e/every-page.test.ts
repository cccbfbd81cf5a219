import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'
import { makeLargeInstallation, type LargeInstallation } from './large-installation.ts'

const walkMsMax = 600_000
/** Links of a page that lead to others of its kind, such as keys. */
const alikeMax = 1

const forAdmins =
  /^(?:Invite|Create join link|Create webhook|Send test event|Send failed ones|Rotate secret|Delete|Save)$/

describe.skipIf(executable === undefined)('every page of a large installation', () => {
  const e2e = useApp()
  let large: LargeInstallation
  beforeAll(async () => {
    large = await makeLargeInstallation(e2e.app)
  })

  const pathsIn = async (page: Page, within: string): Promise<readonly string[]> => {
    const urls = await page
      .locator(`${within} a[href]`)
      .evaluateAll((links: readonly { href: string }[]) => links.map(({ href }) => href))
    return urls
      .map((url) => new URL(url))
      .filter(
        ({ origin, pathname }) => origin === e2e.origin && /^\/(?:w|me|operator)(?:\/|$)/.test(pathname),
      )
      .map(({ pathname }) => pathname)
  }

  const settle = async (page: Page): Promise<void> => {
    // Not by its role: behind a side dialog, it is hidden from assistive technology.
    await page.locator('h1').first().waitFor()
    await expect.poll(() => page.locator('main [aria-busy=true], main [aria-label=Loading]').count()).toBe(0)
    await page.evaluate('document.fonts.ready')
  }

  /** `/w/18/keys/5` and `/w/18/keys/6` are alike, and so are folders and conversations. */
  const kindOf = (path: string): string =>
    path
      .replaceAll(/\/\d+(?=\/|$)/g, '/#')
      .replace(/(?<=\/files\/)\w{8}$/, '#')
      .replace(/(?<=\/messages\/)%2B\d+$/, '#')

  /** Opens all pages that can be reached. Returns their headings. */
  async function walk(userId: number, visit: (page: Page, path: string) => Promise<void>) {
    const page = await e2e.open(`/w/${large.workspaceId}`, { userId })
    await settle(page)
    const paths = [...(await pathsIn(page, 'nav')), '/me/profile', '/me/security', '/me/workspaces']
    const kinds = new Map<string, number>()
    const headings: string[] = []
    for (const path of paths) {
      const kind = kindOf(path)
      const count = kinds.get(kind) ?? 0
      if (count >= alikeMax) continue
      kinds.set(kind, count + 1)
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(e2e.origin + path)
      await settle(page)
      headings.push(await page.locator('h1').first().innerText())
      paths.push(...(await pathsIn(page, 'main')))
      await visit(page, path)
    }
    return headings
  }

  /** Buttons and links of a page of a workspace that only admins may use, unless they say why not. */
  const enabledForAdmins = async (page: Page): Promise<readonly string[]> => {
    const actions = page
      .locator('main :is(button, a[href])', { hasText: forAdmins })
      .and(page.locator(':not([aria-disabled=true])'))
    return actions.allInnerTexts()
  }

  test.each(['owner', 'member'] as const)(
    'has no fault for %s',
    async (role) => {
      const faults: string[] = []
      const enabled: string[] = []
      const headings = await walk(role === 'owner' ? large.ownerId : large.memberId, async (page, path) => {
        if (path.startsWith('/w/')) enabled.push(...(await enabledForAdmins(page)))
        const name = `every-${role}${kindOf(path).replaceAll(/[^a-z]+/g, '-')}`
        await expectNoFaults(page, name, 390).catch((error: Error) =>
          faults.push(`${path}: ${error.message}`),
        )
      })
      expect(faults).toEqual([])
      if (role === 'member') expect(enabled).toEqual([])
      else expect(enabled).toEqual(expect.arrayContaining(['Invite', 'Create webhook', 'Save']))
      expect(headings.filter((heading) => heading === 'This page does not exist')).toEqual([])
      const ofAll = [
        'Home',
        'Files',
        'Shared',
        'Messages',
        'Groups',
        'Numbers',
        'Simulator',
        'API keys',
        'Webhooks',
        'Requests',
        'Provisioning access',
        'API reference',
        'Members',
        'Usage',
      ]
      expect(headings).toEqual(
        expect.arrayContaining([...ofAll, 'Settings', 'Profile', 'Security', 'Workspaces']),
      )
      if (role === 'owner')
        expect(headings).toEqual(
          expect.arrayContaining(['Audit log', 'Health', 'People', 'Plans', 'Unrouted texts']),
        )
    },
    walkMsMax,
  )
})
