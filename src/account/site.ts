import { guest, person } from '../identity/schemes/session.ts'
import { goTo } from '../api/pages/answer.ts'
import { defineSite } from '../api/pages/page.ts'
import { invited } from './schemes/invited.ts'
import { invitee } from './schemes/invitee.ts'
import { problems } from './problems.ts'

/** docs/account-pages.md. No scripts, and only forms change anything, so programs that follow links in mails use nothing up. */
export const accountSite = defineSite({
  name: 'account',
  prefix: '',
  origin: 'files',
  problems,
  schemes: { guest, person, invited, invitee },
  challenge: ({ returnPath }) =>
    goTo(`/login${returnPath === undefined ? '' : `?next=${encodeURIComponent(returnPath)}`}`),
  /** Tokens are secrets, so the log gets a mark that only tells whether two requests used the same one. */
  logFields: ({ token, code }, { vault }) => {
    const secret = token ?? code
    return typeof secret === 'string' ? { link: vault.mark(secret, 'log.link') } : {}
  },
})
