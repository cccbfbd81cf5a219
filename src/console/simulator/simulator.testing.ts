import type { Tenant, TestApp } from '../../../test/harness.ts'
import { simulate } from '../../../test/simulate.ts'
import { simulatorNumber, smsCaller } from '../../../test/sms-account.ts'
import { logIn } from '../console.testing.ts'

/** Runs until no virtual phone has anything due at this moment of the test's clock. */
export async function untilIdle({ context }: TestApp): Promise<void> {
  for (let passes = 0; passes < 100; passes++) if ((await simulate(context)) > 0) return
  throw new Error('The simulator keeps finding something due.')
}

/** An owner who is logged in, and sends texts with a key. */
export async function texter(app: TestApp) {
  const tenant = await app.tenant()
  const browser = await logIn(app, tenant.userId)
  const caller = smsCaller(app, (await tenant.key('sms')).key)
  const path = `/workspaces/${tenant.workspaceId}/simulator`
  return {
    ...caller,
    browser,
    tenant,
    /** Of the simulator, or of one of its numbers. */
    path: (rest: number | string = '') => (rest === '' ? path : `${path}/${rest}`),
    /** Sends a text, and lets the virtual phone hand it over. Resolves to the ID of the message. */
    text: async (from: number, to: string, body = 'Hello'): Promise<number> => {
      const { messages } = (await caller.send({ to, body, from })).body
      await untilIdle(app)
      return messages[0]?.id ?? 0
    },
  }
}

export const dedicated = (app: TestApp, tenant: Tenant) => simulatorNumber(app, { tenant })
