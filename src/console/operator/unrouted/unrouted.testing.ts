import type { TestApp } from '../../../../test/harness.ts'
import { newPhone, simulatorNumber } from '../../../../test/sms-account.ts'
import { receiveText } from '../../../sms/inbound/receive-text.ts'

export interface Arrived {
  readonly id: number
  readonly from: string
  readonly numberId: number
  readonly number: string
}

/** A text to a pool number from a phone that no workspace wrote to. */
export async function unroutedText(app: TestApp, body: string, from = newPhone()): Promise<Arrived> {
  const { id: numberId, number } = await simulatorNumber(app)
  const routed = await receiveText(app.context, { numberId, phone: from, body, at: app.clock.now() })
  if (!('unroutedId' in routed)) throw new Error('The text found a workspace.')
  return { id: routed.unroutedId, from, numberId, number }
}
