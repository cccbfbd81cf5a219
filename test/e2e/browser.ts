import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import axe from 'axe-core'
import { chromium, type Browser, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { findOptional } from '../programs.ts'

/** Without a browser its tests are skipped, each by its name. */
export const executable = findOptional('chromium-headless-shell')

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A host that is not localhost: there the browser sends no Sec-Fetch-Site.
  '--host-resolver-rules=MAP office.test 127.0.0.1',
]

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: executable ?? '',
    args: flags,
    // In others, it changes the names of files that it saves.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  })

/** Screenshots are saved where this names a folder. */
const picturesIn = process.env['BUREAU_E2E_PICTURES']

/** Rules that axe leaves out unless they are asked for. */
const axeOptions: axe.RunOptions = {
  rules: { 'target-size': { enabled: true }, 'heading-order': { enabled: true } },
}

interface Look {
  readonly colorScheme: 'light' | 'dark'
  readonly viewport: { readonly width: number; readonly height: number }
}

/** The looks in which pages are checked, the narrow ones as wide as this. */
function looksAt(width: number): Readonly<Record<string, Look>> {
  const [wide, narrow] = [
    { width: 1280, height: 800 },
    { width, height: 844 },
  ]
  return {
    light: { colorScheme: 'light', viewport: wide },
    'narrow-dark': { colorScheme: 'dark', viewport: narrow },
    // For people only: axe and the ruler find nothing in these that they have not found in the two above.
    ...(picturesIn !== undefined && {
      dark: { colorScheme: 'dark', viewport: wide },
      narrow: { colorScheme: 'light', viewport: narrow },
    }),
  }
}

/** Expects in each look that axe finds nothing and that the page is not wider than the window, and takes pictures of it. */
export async function expectNoFaults(page: Page, name: string, narrowWidth: number): Promise<void> {
  await page.evaluate(axe.source)
  for (const [look, { colorScheme, viewport }] of Object.entries(looksAt(narrowWidth))) {
    // Without transitions, axe sees the colors of this look and not those on the way to it.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(viewport)
    const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(axeOptions)})`)
    expect(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
      look,
    ).toEqual([])
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(overflow, look).toBeLessThanOrEqual(0)
    await takePicture(page, `${name}-${look}`)
  }
}

/** What the page's policy refuses from now on. */
export function policyRefusals(page: Page): readonly string[] {
  const refusals: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refusals.push(message.text())
  })
  return refusals
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (picturesIn === undefined) return
  await mkdir(picturesIn, { recursive: true })
  await page.screenshot({ path: join(picturesIn, `${name}.png`), fullPage: true })
}
