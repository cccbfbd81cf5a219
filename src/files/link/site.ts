import { defineSite } from '../../api/pages/page.ts'
import { problems } from './problems.ts'
import { atLink, unlocked } from './visitor.ts'

/** docs/api/shares.md#pages. They work without scripts. */
export const linkSite = defineSite({
  name: 'links',
  prefix: '/sl',
  origin: 'files',
  problems,
  gates: {
    visitor: atLink,
    /** Redirects other visitors to the form. */
    unlocked,
  },
  /** The id of a link opens it, so the log gets a keyed hash instead. */
  logFields: ({ link }, { vault }) => ({ share: vault.mark(String(link), 'log.share') }),
})
