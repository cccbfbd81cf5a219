import { z } from 'zod'
import { idText, instant, refusedAs } from '../../../api/field.ts'
import type { UnroutedView } from '../../../sms/inbound/operate-unrouted.ts'
import { displayPhone } from '../../../sms/phone.ts'

export const OfUnrouted = z.object({
  id: refusedAs('unrouted_not_found', idText()).describe('The ID of an unrouted text.'),
})

export const UnroutedText = z
  .object({
    id: z.int(),
    number_id: z.int(),
    number: z.string().describe('The number that it came to.'),
    from: z.string().describe('E.164, a short code, or a name.'),
    display: z.string().describe('`from` for people.'),
    number_display: z.string(),
    body: z.string(),
    received_at: instant(),
  })
  .meta({ id: 'UnroutedText' })

export const toUnroutedText = (text: UnroutedView): z.input<typeof UnroutedText> => ({
  ...text,
  display: displayPhone(text.from),
  number_display: displayPhone(text.number),
})
