import { goTo } from '../../api/pages/answer.ts'
import { defineSite } from '../../api/pages/page.ts'
import { problems } from './problems.ts'
import { linkPath } from './rules.ts'
import { unlocked, visitor } from './visitor.ts'

/** docs/api/shares.md#pages. They work without scripts. */
export const linkSite = defineSite({
  name: 'links',
  prefix: '/sl',
  origin: 'files',
  problems,
  schemes: { visitor, unlocked },
  challenge: ({ params }) => goTo(linkPath(params['link'] ?? '')),
  /** Anyone with the id of a link may open it, so the log only gets a mark that links the requests to one another. */
  logFields: ({ link }, { vault }) => ({ share: vault.mark(String(link), 'log.share') }),
})
