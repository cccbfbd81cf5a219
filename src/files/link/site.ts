import { defineSite } from '../../api/pages/page.ts'
import { problems } from './problems.ts'
import { atLink, unlocked } from './visitor.ts'

/**
 * The pages that visitors of share links see (docs/api/shares.md#pages). They need no script, and only forms change
 * anything.
 */
export const linkSite = defineSite({
  name: 'links',
  prefix: '/sl',
  origin: 'files',
  problems,
  gates: {
    /** Anyone who has the address of an open link. */
    visitor: atLink,
    /** A visitor who has proved what the link asks for. Others are redirected to its form. */
    unlocked,
  },
  /** Who has the id of a link may open it, so the log gets a mark that says which requests were to the same link. */
  logFields: ({ link }, { vault }) => ({ share: vault.mark(String(link), 'log.share') }),
})
