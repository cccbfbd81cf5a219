import { anyDevice } from '../../../../identity/schemes/device.ts'
import { noContent } from '../../../../api/result.ts'
import { problem } from '../protocol/problems.ts'
import { phones } from '../protocol/service.ts'

/** A button of the app, for servers with logins. */
export const changePassword = phones.endpoint('changePassword', {
  method: 'PATCH',
  path: '/user/password',
  summary: 'Not available: phones have no passwords',
  who: anyDevice,

  result: noContent,
  problems: ['no_password'],

  handle: () => Promise.reject(problem.no_password()),
})
