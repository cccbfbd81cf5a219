import { z } from 'zod'
import { member } from '../../identity/schemes/session.ts'
import { inWorkspace } from '../adopted.ts'
import { console } from '../service.ts'
import { countedMax, findOverview } from './store.ts'

const dayMs = 86_400_000

export const getOverview = console.endpoint('getOverview', {
  method: 'GET',
  path: '/workspaces/{workspace}/overview',
  summary: 'Count the numbers that are online, and what failed in the last 24 hours',
  description: `Each count of failures ends at ${countedMax}.`,
  who: member,
  params: z.object({ ...inWorkspace.shape }),
  result: z
    .object({
      numbers: z.object({
        online: z.int(),
        total: z.int(),
        silent: z.int().describe('Dedicated numbers whose connected phone does not call.'),
      }),
      failures: z.object({ texts: z.int(), deliveries: z.int() }),
    })
    .meta({ id: 'WorkspaceOverview' }),
  problems: [],

  async handle(_input, { principal: { workspaceId }, database, clock }) {
    const since = new Date(clock.now().getTime() - dayMs)
    const counts = await findOverview(database, workspaceId, since)
    return {
      numbers: { online: counts.online, total: counts.numbers, silent: counts.silent },
      failures: { texts: counts.failed_texts, deliveries: counts.failed_deliveries },
    }
  },
})
