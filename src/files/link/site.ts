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
})
