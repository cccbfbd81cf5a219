import type { Context } from '../../../api/context.ts'
import { disconnectPhone, operatePhone } from '../../../sms/carrier/android/phone/manage-phones.ts'
import { requireNumber } from '../../../sms/number/operator-numbers.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { UsageError } from '../../parse.ts'
import { onOneLine } from '../../text.ts'
import { choice, id } from '../../value.ts'
import { enrolmentText } from './enrolment-text.ts'

const cutOff = (context: Context, numberId: number): Promise<void> =>
  context.database.transaction(async (tx) => {
    const { workspace_id: workspaceId } = await requireNumber(tx, numberId)
    await disconnectPhone(tx, context, numberId)
    await auditOperator(tx, 'phone.disconnect', `number:${numberId}`, workspaceId ?? undefined)
  })

export const operatePhoneOfNumber = defineCommand({
  words: ['numbers', 'phone'],
  summary: 'Show the Android phone of a number, disconnect it, or make new secrets for it',
  positionals: { id: { value: id, description: 'id of the number' } },
  options: {
    rotate: {
      value: 'flag',
      description: 'new code and token; the enrolled phone is cut off at once',
    },
    disconnect: {
      value: 'flag',
      description: 'the enrolled phone is cut off at once, and its code and token stop working',
    },
    sim: {
      value: choice(['1', '2', '3', 'auto']),
      description: 'the SIM slot of a phone with several; auto: the phone decides',
    },
  },
  example: 'bureau numbers phone 3 --rotate',

  async run(context, { id: numberId, rotate, disconnect, sim }) {
    if (rotate && disconnect) throw new UsageError('Give either --rotate or --disconnect.')
    const phone = await operatePhone(context, {
      numberId,
      rotate,
      sim: sim === undefined ? undefined : sim === 'auto' ? null : Number(sim),
    })
    if (!disconnect) return phone
    await cutOff(context, numberId)
    return operatePhone(context, { numberId, rotate: false })
  },
  print: (phone) => {
    const enrolled =
      phone.enrolled_at === null
        ? 'no phone is enrolled'
        : `${phone.name ?? 'a phone'}, app ${phone.app_version ?? 'of unknown version'}, enrolled ${phone.enrolled_at}`
    const seen = phone.last_seen_at === null ? 'never seen' : `last seen ${phone.last_seen_at}`
    const state = phone.online ? 'online' : 'offline'
    const head = onOneLine(`Number ${phone.id}, ${phone.number}: ${enrolled}; ${state}, ${seen}.`)
    return `${head}${enrolmentText(phone)}`
  },
})
