import { z } from 'zod'
import type { Context } from '../../api/context.ts'
import { defineJob } from '../../api/job.ts'
import {
  findMiscount,
  releaseReserved,
  releaseTree,
  listCountedWorkspaces,
  lockUsage,
  type Miscount,
} from './store.ts'

const batchWorkspaces = 500

/** Logs differences as errors: someone changed rows, or the program has a defect. Corrects them. */
export const recountStorage = defineJob({
  name: 'recount-storage',
  input: z.object({}),
  every: '17 2 * * *',
  attemptsMax: 3,
  async run(_payload, context) {
    let after = 0
    for (;;) {
      const ids = await listCountedWorkspaces(context.database, after, batchWorkspaces)
      for (const id of ids) await recount(context, id)
      const last = ids.at(-1)
      if (last === undefined) return
      after = last
    }
  },
})

const differs = ({ bytes, files, folders, reserved }: Miscount): boolean =>
  [bytes, files, folders, reserved].some((surplus) => surplus !== 0)

/** Compares without a lock first, so that writers rarely wait. */
async function recount({ database, log }: Pick<Context, 'database' | 'log'>, id: number): Promise<void> {
  if (!differs(await findMiscount(database, id))) return
  const corrected = await database.transaction(async (tx) => {
    await lockUsage(tx, id)
    const surplus = await findMiscount(tx, id)
    if (differs(surplus)) {
      await releaseTree(tx, id, surplus)
      await releaseReserved(tx, id, surplus.reserved)
    }
    return surplus
  })
  const { bytes, files, folders, reserved } = corrected
  if (differs(corrected)) {
    log.error(
      { workspace_id: id, bytes, files, folders, reserved },
      'the usage of a workspace was wrong and was corrected',
    )
  }
}
