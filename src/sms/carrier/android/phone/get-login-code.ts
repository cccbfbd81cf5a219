import { z } from 'zod'
import { nobody } from '../../../../api/caller.ts'
import { problem } from '../protocol/problems.ts'
import { phones } from '../protocol/service.ts'

/** A button of the app, for servers with logins. */
export const getLoginCode = phones.endpoint('getLoginCode', {
  method: 'GET',
  path: '/user/code',
  summary: 'Not available: codes come from "bureau numbers add"',
  who: nobody,

  result: z.object({}),
  problems: ['no_login_codes'],

  handle: () => Promise.reject(problem.no_login_codes()),
})
