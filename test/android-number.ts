import type { AddressInfo } from 'node:net'
import { setSendRate } from '../src/sms/inventory/change-number.ts'
import { addNumber } from '../src/sms/inventory/add-number.ts'
import type { Tenant, TestApp } from './harness.ts'
import { phoneApp, type PhoneApp, type PhoneAppOptions } from './phone-app.ts'
import { newPhone } from './sms-account.ts'

/** The base that the app is given, on a real port. */
export async function phonesUrl(app: TestApp): Promise<string> {
  const origin = app.origin('phones')
  if (!origin.server.listening) await origin.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(origin.server.address() as AddressInfo).port}`
  Object.assign(app.context.origins, { phones: url })
  return `${url}/api/mobile/v1`
}

export interface AndroidNumber {
  readonly id: number
  readonly number: string
  readonly code: string
  readonly token: string
}

/** Without limits and cool-down. */
const unlimited = { perHalfHour: null, perDay: null, warmsUp: false, coolsDown: false }

/** An Android number without send rate limits, of the pool or dedicated to a tenant. */
export async function androidNumber(app: TestApp, tenant?: Tenant): Promise<AndroidNumber> {
  const {
    id,
    number,
    code = '',
    token = '',
  } = await addNumber(app.context, {
    phone: newPhone(),
    carrier: 'android',
    assignment: tenant ? { workspaceId: tenant.workspaceId } : { pool: true },
  })
  await setSendRate(app.context, id, unlimited)
  return { id, number, code, token }
}

interface EnrolledPhoneOptions extends Partial<Omit<PhoneAppOptions, 'now'>> {
  readonly tenant?: Tenant
  /** How far the phone's clock is ahead of the app's. */
  readonly clockAheadMs?: number
}

/** A number with an enrolled phone, which has fetched its lists and is not connected. */
export async function enrolledPhone(
  app: TestApp,
  { tenant, clockAheadMs = 0, ...options }: EnrolledPhoneOptions = {},
): Promise<{ readonly number: AndroidNumber; readonly phone: PhoneApp }> {
  const number = await androidNumber(app, tenant)
  const now = () => new Date(app.clock.now().getTime() + clockAheadMs)
  const phone = phoneApp({ url: await phonesUrl(app), now, ...options })
  const status = await phone.enrol(`Bearer ${number.token}`)
  if (status !== 201) throw new Error(`The phone was not enrolled: ${status}`)
  await phone.refresh()
  return { number, phone }
}
