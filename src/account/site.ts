import { guest, person } from '../identity/schemes/session.ts'
import { goTo } from '../api/pages/answer.ts'
import { defineSite } from '../api/pages/page.ts'
import { invited } from './schemes/invited.ts'
import { invitee } from './schemes/invitee.ts'
import { problems } from './problems.ts'

/**
 * The pages with which people log in, set passwords and join organizations: docs/account-pages.md. They need no script, and
 * only forms change anything: programs that open the links of mails use nothing up.
 */
export const accountSite = defineSite({
  name: 'account',
  prefix: '',
  origin: 'files',
  problems,
  schemes: { guest, person, invited, invitee },
  challenge: ({ returnPath }) =>
    goTo(`/login${returnPath === undefined ? '' : `?next=${encodeURIComponent(returnPath)}`}`),
  /** Who has a token may use it, so the log gets a mark that says which requests were with the same one. */
  logFields: ({ token, code }, { vault }) => {
    const secret = token ?? code
    return typeof secret === 'string' ? { link: vault.mark(secret, 'log.link') } : {}
  },
})
