import { guest, person } from '../identity/gates/session.ts'
import { defineSite } from '../api/pages/page.ts'
import { invited } from './invitation/invited.ts'
import { invitee } from './join/invitee.ts'
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
  gates: {
    /** Anyone, with the person who is logged in if somebody is. */
    guest,
    /** Somebody who is logged in. Others are redirected to the log-in. */
    person,
    /** Anyone who has the link of an open invitation. */
    invited,
    /** Anyone who has an invite code that works. */
    invitee,
  },
  /** Who has a token may use it, so the log gets a mark that says which requests were with the same one. */
  logFields: ({ token, code }, { vault }) => {
    const secret = token ?? code
    return typeof secret === 'string' ? { link: vault.mark(secret, 'log.link') } : {}
  },
})
