import { z } from 'zod'
import { show } from '../../api/pages/answer.ts'
import { accountSite } from '../site.ts'
import { codeProblems } from '../schemes/invitee.ts'
import { joinPage } from './join-page.ts'

export const showJoin = accountSite.page('showJoin', {
  method: 'GET',
  path: '/join/{code}',
  who: 'invitee',
  params: z.object({ code: z.string() }),
  problems: codeProblems,
  handle: (_input, { caller }) => Promise.resolve(show(joinPage(caller))),
})
