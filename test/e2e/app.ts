import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { logIn } from '../../src/console/console.testing.ts'
import { testApp, type TestApp } from '../harness.ts'
import { launch } from './browser.ts'
import { watchFaults, type Faults } from './faults.ts'

interface OpenOptions extends BrowserContextOptions {
  /** Who is logged in; without it nobody is. */
  readonly userId?: number
}

interface Organization {
  readonly workspaceId: number
  readonly ownerId: number
  readonly adminId: number
  readonly memberId: number
}

/** The web app in a browser. */
export interface E2e {
  readonly app: TestApp
  /** Of the files role, without a slash at the end. */
  readonly origin: string
  /** Opens a path in a browser of its own: two calls are two people, or two browsers of one. */
  readonly open: (path: string, options?: OpenOptions) => Promise<Page>
  /** An organization with a person of each role. */
  readonly organization: () => Promise<Organization>
  /** Lets this test provoke faults: `allowFaults(/status of 409/)`. */
  readonly allowFaults: (pattern: RegExp) => void
}

/**
 * Starts the app for the tests of a `describe`, and closes it. Each test fails on the faults of its pages, which are closed
 * after it.
 */
export function useApp(): E2e {
  const browsers = useBrowsers(() => origin)
  let app: TestApp
  let origin = ''
  beforeAll(async () => {
    await buildClient()
    app = await testApp()
    await app.origin('files').listen({ port: 0, host: '127.0.0.1' })
    origin = `http://127.0.0.1:${(app.origin('files').server.address() as AddressInfo).port}`
  })
  // A test may have moved it on; it never goes back.
  beforeEach(() => app.clock.set(new Date(Math.max(Date.now(), app.clock.now().getTime()))))
  afterAll(() => app.close())
  return {
    get app() {
      return app
    },
    get origin() {
      return origin
    },
    allowFaults: browsers.allowFaults,
    open: async (path, { userId, ...options } = {}) => {
      const cookie = userId === undefined ? undefined : (await logIn(app, userId)).cookie
      return browsers.open(path, { ...options, ...(cookie !== undefined && { cookie }) })
    },
    organization: async () => {
      const { userId: ownerId, workspaceId } = await app.tenant()
      const { id: adminId } = await app.member(workspaceId, 'admin')
      const { id: memberId } = await app.member(workspaceId, 'member')
      return { workspaceId, ownerId, adminId, memberId }
    },
  }
}

interface BrowsersOptions extends BrowserContextOptions {
  /** `name=value` of a log-in. */
  readonly cookie?: string
}

export interface Browsers {
  readonly open: (path: string, options?: BrowsersOptions) => Promise<Page>
  readonly allowFaults: (pattern: RegExp) => void
}

/** Opens browsers for the tests of a `describe`. For those of the real program; others use `useApp`. */
export function useBrowsers(origin: () => string): Browsers {
  let browser: Browser
  let opened: Faults[] = []
  let allowed: RegExp[] = []
  beforeAll(async () => {
    browser = await launch()
  })
  afterEach(async () => {
    const faults = opened.flatMap(({ take }) => take())
    opened = []
    allowed = []
    for (const context of browser.contexts()) await context.close()
    expect(faults, 'faults of the pages').toEqual([])
  })
  afterAll(() => browser.close())
  return {
    open: async (path, { cookie, ...options } = {}) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
      const faults = watchFaults(context, origin)
      for (const pattern of allowed) faults.allow(pattern)
      opened.push(faults)
      const [name = '', value = ''] = cookie?.split('=', 2) ?? []
      if (name !== '') await context.addCookies([{ name, value, url: origin(), httpOnly: true }])
      const page = await context.newPage()
      await page.goto(origin() + path)
      return page
    },
    allowFaults: (pattern) => {
      allowed.push(pattern)
      for (const { allow } of opened) allow(pattern)
    },
  }
}

const root = join(import.meta.dirname, '../..')

/** Does nothing where the build is up to date. */
export async function buildClient(): Promise<void> {
  const { stderr } = await promisify(execFile)(process.execPath, [join(root, 'bin/setup.mjs')])
  if (stderr.includes('could not be built')) throw new Error(stderr)
}
