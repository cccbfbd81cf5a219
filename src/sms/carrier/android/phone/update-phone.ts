import { z } from 'zod'
import { anyDevice } from '../../../../identity/schemes/device.ts'
import { text } from '../../../../api/field.ts'
import { noContent } from '../../../../api/result.ts'
import { problem } from '../protocol/problems.ts'
import { phones } from '../protocol/service.ts'
import { SimCards } from './model.ts'
import { appVersion, simOf } from './rules.ts'
import { findPhone, noteFacts } from './store.ts'

/** The app calls this at every start, and enrolls again on 401. Its Firebase token is ignored. */
export const updatePhone = phones.endpoint('updatePhone', {
  method: 'PATCH',
  path: '/device',
  summary: 'Tell that the app has started',
  who: anyDevice,

  body: z.object({ id: text().max(64), simCards: SimCards }),
  result: noContent,
  problems: ['other_device'],

  async handle({ body }, { database, principal: { numberId, deviceId }, call }) {
    if (body.id !== deviceId) throw problem.other_device()
    const phone = await findPhone(database, numberId)
    await noteFacts(database, numberId, {
      appVersion: appVersion(String(call.headers['user-agent'])),
      sim: phone && simOf(body.simCards, phone.phone),
    })
  },
})
