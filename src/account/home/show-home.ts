import { listWorkspacesOf } from '../../identity/workspace/store.ts'
import { show } from '../../api/pages/answer.ts'
import { accountSite } from '../site.ts'
import { homePage } from './home-page.ts'

const listedMax = 100

export const showHome = accountSite.page('showHome', {
  method: 'GET',
  path: '/in',
  who: 'person',
  problems: [],
  async handle(_input, { caller, database }) {
    return show(
      homePage(caller, await listWorkspacesOf(database, caller.userId, { limit: listedMax, offset: 0 })),
    )
  },
})
