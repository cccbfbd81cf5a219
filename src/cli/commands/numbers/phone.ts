import { operatePhone } from '../../../sms/carrier/android/phone/manage-phones.ts'
import { defineCommand } from '../../command.ts'
import { onOneLine } from '../../text.ts'
import { choice, id } from '../../value.ts'
import { enrolmentText } from './enrolment-text.ts'

export const operatePhoneOfNumber = defineCommand({
  words: ['numbers', 'phone'],
  summary: 'Show the Android phone of a number, or make new secrets for it',
  positionals: { id: { value: id, description: 'id of the number' } },
  options: {
    rotate: {
      value: 'flag',
      description: 'new code and token; the enrolled phone is cut off at once',
    },
    sim: {
      value: choice(['1', '2', '3', 'auto']),
      description: 'the SIM slot of a phone with several; auto: the phone decides',
    },
  },
  example: 'bureau numbers phone 3 --rotate',

  run: (context, { id: numberId, rotate, sim }) =>
    operatePhone(context, {
      numberId,
      rotate,
      sim: sim === undefined ? undefined : sim === 'auto' ? null : Number(sim),
    }),
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
