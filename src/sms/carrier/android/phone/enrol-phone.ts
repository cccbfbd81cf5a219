import { z } from 'zod'
import { nobody } from '../../../../api/caller.ts'
import type { Context } from '../../../../api/context.ts'
import { text } from '../../../../api/field.ts'
import { requireAttempt } from '../../../../api/pages/throttle.ts'
import { callerSubject } from '../../../../platform/caller-subject.ts'
import { resetThrottle, type ThrottledTarget } from '../../../../platform/limits/throttle/store.ts'
import { visitorFlow } from '../../../../api/limiters.ts'
import { queueChannel } from '../../../lanes.ts'
import { problem } from '../protocol/problems.ts'
import { phones } from '../protocol/service.ts'
import { SimCards } from './model.ts'
import { appVersion, simOf } from './rules.ts'
import { codeMarks, digestOf, newDeviceId, newDeviceToken } from './secrets.ts'
import {
  enrolWithCode,
  enrolWithToken,
  type EnrolledRow,
  type NewDevice,
  noteContact,
  noteFacts,
} from './store.ts'

/** 10^8 codes, a dozen tries a network. An attacker could exhaust a limit over all networks, and nobody could enroll. */
const codeTries = (address: string): ThrottledTarget => ({
  target: 'sms.phone.code',
  throttles: [
    {
      subject: callerSubject(address),
      policy: { free: 5, firstDelaySeconds: 5, delaySecondsMax: 600, forgetSeconds: 3600 },
      shared: false,
    },
  ],
})

const codePattern = /^code +(\d{8}) *$/i
const tokenPattern = /^bearer +(enrol_\w{24}) *$/i

export const enrolPhone = phones.endpoint('enrolPhone', {
  method: 'POST',
  path: '/device',
  summary: 'Enroll a phone with a one-time code or the registration token of its number',
  who: nobody,

  body: z.object({
    name: text().max(256).optional(),
    simCards: SimCards,
  }),
  status: 201,
  result: z.object({
    id: z.string(),
    token: z.string().describe('the device token; the one before it stops working'),
    login: z.string().describe('the app wants one; nothing is done with it'),
  }),
  problems: ['not_enrolled', 'too_many_tries'],

  async handle({ body }, context) {
    const { database, clock, random, notifications, call } = context
    const token = newDeviceToken(random)
    const version = appVersion(String(call.headers['user-agent']))
    const device: NewDevice = {
      id: newDeviceId(random),
      digest: digestOf(token),
      name: body.name ?? null,
      appVersion: version ?? null,
      at: clock.now(),
    }
    const enrolled = await enroll(context, call, device)
    if (!enrolled) throw problem.not_enrolled()
    await noteFacts(database, enrolled.number_id, { sim: simOf(body.simCards, enrolled.phone) })
    await noteContact(database, [device.id], device.at)
    // Ends the stream of the previous phone.
    notifications.notify(queueChannel)
    return { id: device.id, token, login: enrolled.label === '' ? enrolled.phone : enrolled.label }
  },
})

interface Caller {
  readonly address: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

async function enroll(
  context: Context,
  { address, headers }: Caller,
  device: NewDevice,
): Promise<EnrolledRow | undefined> {
  const { database, limiters, vault } = context
  const authorization = String(headers['authorization'])
  const code = codePattern.exec(authorization)?.[1]
  const token = tokenPattern.exec(authorization)?.[1]
  if (token !== undefined)
    return limiters.tries.run(visitorFlow(address), () => enrolWithToken(database, digestOf(token), device))
  if (code === undefined) return undefined
  const tries = codeTries(address)
  await requireAttempt(context, visitorFlow(address), [tries])
  const enrolled = await enrolWithCode(database, codeMarks(vault, code), device)
  if (enrolled) await resetThrottle(database, tries)
  return enrolled
}
