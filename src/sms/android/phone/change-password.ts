import { anyDevice } from '../../../identity/schemes/device.ts'
import { noContent } from '../../../api/result.ts'
import { problem } from '../problems.ts'
import { phones } from '../service.ts'

/** A button of the app, for servers where people have logins. */
export const changePassword = phones.endpoint('changePassword', {
  method: 'PATCH',
  path: '/user/password',
  summary: 'Not available: phones have no passwords',
  who: anyDevice,

  result: noContent,
  problems: ['no_password'],

  handle: () => Promise.reject(problem.no_password()),
})
