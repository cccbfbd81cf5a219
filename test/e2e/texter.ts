import type { Page } from 'playwright-core'
import { simulateInbound } from '../../src/sms/carrier/simulator/operate-simulator.ts'
import type { SubscriptionPatch } from '../../src/identity/plan/store.ts'
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
