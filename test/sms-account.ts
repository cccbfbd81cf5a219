import type { TestApp, Tenant } from './harness.ts'
import type { Message } from '../src/sms/message/model.ts'
import { setSendRate, putOnline } from '../src/sms/inventory/change-number.ts'
import { addNumber } from '../src/sms/inventory/add-number.ts'
import type { SendRateChange } from '../src/sms/number/send-rate.ts'
import { setSimulator } from '../src/sms/carrier/simulator/operate-simulator.ts'

/** From 555-1000 on: tests write numbers below as they are. */
let phones = 5_551_000

/** A valid US number, a new one with each call. */
export const newPhone = (): string => `+1202${++phones}`

export interface Reply<Body> {
  readonly status: number
  readonly body: Body & { readonly error?: { code: string; message: string; reason?: string } }
}

export interface SendBody {
  readonly messages: Message[]
  readonly rejected?: number
  readonly reason?: string
  readonly message?: string
}

/** An account with a key, and its view of the SMS API. */
export async function smsAccount(app: TestApp, plan: Parameters<TestApp['tenant']>[0] = {}) {
  const tenant = await app.tenant(plan)
  const { key } = await tenant.key('sms')
  return { tenant, ...smsCaller(app, key) }
}

/** The SMS API with one key. */
export function smsCaller(app: TestApp, key: string) {
  const request = async <Body>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    more: { payload?: object; headers?: Record<string, string> } = {},
  ) => (await app.call('sms', { method, url: `/api/v1${path}`, key, ...more })) as unknown as Reply<Body>
  return {
    key,
    get: <Body>(path: string) => request<Body>('GET', path),
    post: <Body>(path: string, payload: object, headers: Record<string, string> = {}) =>
      request<Body>('POST', path, { payload, headers }),
    patch: <Body>(path: string, payload: object) => request<Body>('PATCH', path, { payload }),
    remove: <Body>(path: string) => request<Body>('DELETE', path),
    send: (payload: object, headers: Record<string, string> = {}) =>
      request<SendBody>('POST', '/messages', { payload, headers }),
    cancel: (id: number | string) => request<{ message: Message }>('DELETE', `/messages/${id}`),
    message: (id: number | string) => request<{ message: Message }>('GET', `/messages/${id}`),
    list: (query = '') =>
      request<{ messages: Message[]; next_before_id: number | null }>('GET', `/messages?${query}`),
  }
}

export interface TestNumber {
  readonly id: number
  readonly number: string
}

/**
 * A simulator number of the pool, or dedicated to a tenant, with the pace of its carrier unless told otherwise. Offline
 * ones keep messages queued.
 */
export async function simulatorNumber(
  app: TestApp,
  options: { tenant?: Tenant; online?: boolean; deliverMs?: number; pace?: SendRateChange } = {},
): Promise<TestNumber> {
  const { tenant, online = true, deliverMs = 0, pace } = options
  const number = await addNumber(app.context, {
    phone: newPhone(),
    carrier: 'simulator',
    assignment: tenant ? { workspaceId: tenant.workspaceId } : { pool: true },
  })
  await setSimulator(app.context, { numberId: number.id, deliverMs })
  if (pace) await setSendRate(app.context, number.id, pace)
  if (!online) await putOnline(app.context, number.id, false)
  return number
}
