import { z } from 'zod'
import { idText, instant, refusedAs } from '../../api/field.ts'
import { SimulatorRefusal } from '../../sms/carrier/simulator/operate-simulator.ts'
import type { PersonTextRow, SimulatorRow } from '../../sms/carrier/simulator/person-store.ts'
import { bodyOf } from '../../sms/message/body.ts'
import { MessageError, statuses } from '../../sms/message/model.ts'
import { SmsNumber } from '../../sms/number/model.ts'
import { displayPhone } from '../../sms/phone.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { inWorkspace } from '../adopted.ts'
import { problem } from '../problems.ts'

export const OfSimulator = z.object({
  ...inWorkspace.shape,
  number: refusedAs('number_not_found', idText()).describe('The ID of a simulated number.'),
})

export const SimulatedNumber = SmsNumber.extend({
  dedicated: z.boolean().describe('Belongs to this workspace. Others are shared with all.'),
  may_change: z.boolean().describe('Whether you may change its behavior.'),
  behavior: z.object({
    deliver_ms: z.int().describe('Milliseconds from sent to delivered.'),
    fail_rate: z.number().describe('Share of texts that fail, 0 to 1.'),
    busy_rate: z.number().describe('Share of attempts that fail and are repeated, 0 to 1.'),
    hold: z.boolean().describe('Texts stay sent, without a report of their delivery.'),
    offline_until: instant().nullable().describe('When it comes back by itself.'),
  }),
}).meta({ id: 'SimulatedNumber' })

export const toSimulatedNumber = (
  row: SimulatorRow,
  may: { readonly own: boolean; readonly pool: boolean },
): z.input<typeof SimulatedNumber> => ({
  id: row.id,
  number: row.phone,
  display: displayPhone(row.phone),
  label: row.label,
  online: row.online,
  dedicated: row.workspace_id !== null,
  may_change: row.workspace_id === null ? may.pool : may.own,
  behavior: {
    deliver_ms: row.deliverMs,
    fail_rate: row.failRate,
    busy_rate: row.busyRate,
    hold: row.hold,
    offline_until: row.online_at?.toISOString() ?? null,
  },
})

export const SimulatedText = z
  .object({
    id: z.int().describe('The ID of the message.'),
    direction: z.enum(['in', 'out']).describe('out: the person got it. in: they wrote it.'),
    body: z.string(),
    status: z.enum(statuses),
    error: MessageError.nullable(),
    at: instant().describe('When the simulated phone sent it, or got it.'),
  })
  .meta({ id: 'SimulatedText' })

export const toSimulatedText = (row: PersonTextRow, vault: Vault): z.input<typeof SimulatedText> => ({
  id: row.id,
  direction: row.direction,
  body: bodyOf(row, vault),
  status: row.status,
  error:
    row.error_code === null || row.error_message === null
      ? null
      : { code: row.error_code, message: row.error_message },
  at: row.at.toISOString(),
})

/** Words of the app instead of those of the command line. */
export function refused(error: unknown, field: string): unknown {
  if (!(error instanceof SimulatorRefusal)) return error
  const { reason, message } = error
  return problem[reason](reason === 'invalid_number' ? { message, details: { field } } : {})
}
