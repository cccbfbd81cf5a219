import type { Locator, Page } from 'playwright-core'
import { simulateInbound } from '../../src/sms/carrier/simulator/operate-simulator.ts'
import type { SubscriptionPatch } from '../../src/identity/plan/store.ts'
import { sql, type Fragment } from '../../src/platform/database/sql.ts'
import { simulatorNumber, smsCaller, type TestNumber } from '../sms-account.ts'
import type { E2e } from './app.ts'

export const log = (page: Page) => page.getByRole('log', { name: 'Texts' })
export const texts = (page: Page) => log(page).getByRole('article')
export const writeBox = (page: Page) => page.getByRole('textbox', { name: 'Message' })
export const conversations = (page: Page) => page.getByRole('list', { name: 'Conversations' })
export const rowFor = (page: Page, words: string) =>
  conversations(page).getByRole('listitem').filter({ hasText: words })

export const messagesPath = (phone: string): string => `/messages/${encodeURIComponent(phone)}`

interface TexterOptions {
  readonly plan?: SubscriptionPatch
  readonly online?: boolean
}

/** An organization with a number of its own, whose people text. */
export async function texter({ app }: E2e, { plan = { smsDaily: 100_000 }, online }: TexterOptions = {}) {
  const tenant = await app.tenant({ plan })
  const number: TestNumber = await simulatorNumber(app, { tenant, ...(online !== undefined && { online }) })
  const { key } = await tenant.key('sms', { perMinute: 10_000 })
  const sms = smsCaller(app, key)
  return {
    tenant,
    workspaceId: tenant.workspaceId,
    ownerId: tenant.userId,
    number,
    sms,
    send: async (to: string, body: string) => {
      const answer = await sms.send({ to, body, from: number.id })
      if (answer.status !== 202) throw new Error(`${answer.status} ${answer.body.error?.message}`)
      return answer.body.messages[0]?.id ?? 0
    },
    receive: (from: string, body: string) =>
      simulateInbound(app.context, { numberId: number.id, from, body }),
  }
}

interface Scrolled {
  readonly scrollTop: number
  readonly scrollHeight: number
  readonly scrollTo: (to: { readonly top: number }) => void
}

export const scrollTo = (box: Locator, top: number): Promise<void> =>
  box.evaluate((element, to) => (element as unknown as Scrolled).scrollTo({ top: to }), top)

export const scrollTopOf = (box: Locator): Promise<number> =>
  box.evaluate((element) => (element as unknown as Scrolled).scrollTop)

/** Holds the texts that the page sends. Resolves to what lets go of them. */
export async function holdSends(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/messages', async (route) => {
    if (route.request().method() === 'POST') await promise
    await route.fallback()
  })
  return resolve
}

/** The server takes the next text that the page sends, and its answer is lost. */
export async function loseAnswer(page: Page): Promise<void> {
  let lost = false
  await page.route('**/messages', async (route) => {
    if (lost || route.request().method() !== 'POST') return route.fallback()
    lost = true
    await route.fetch()
    await route.abort()
  })
}

/** Farther than any list is long. */
export const farPx = 10_000_000

interface Rows {
  readonly workspaceId: number
  readonly numberId: number
  readonly count: number
  /** SQL for the phone of text `i`. */
  readonly phone: Fragment
}

/** Texts that came in long ago, the newest a minute old. */
export async function addTexts({ app }: E2e, { workspaceId, numberId, count, phone }: Rows): Promise<void> {
  const { database } = app.context
  await database.run(sql`
    insert into sms.message (workspace_id, direction, phone, body, status, segments, number_id, created_at)
    select ${workspaceId}, 'in', ${phone}, 'Text ' || i || '.', 'received', 1, ${numberId},
           now() - (${count}::int - i + 1) * interval '1 minute'
      from generate_series(1, ${count}::int) i`)
  await database.run(sql`
    insert into sms.conversation (workspace_id, phone, last_id, last_in_id, last_in_at)
    select workspace_id, phone, max(id), max(id), max(created_at) from sms.message where workspace_id = ${workspaceId}
     group by workspace_id, phone`)
}
