import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { duePeople, dueWorkspaces } from '../../identity/removal/mark-store.ts'
import { exclusively } from '../../platform/database/exclusively.ts'
import { deletePerson } from './delete-person.ts'
import { deleteWorkspace } from './delete-workspace.ts'

/** For clocks that differ: nobody can bring back what the job begins to delete. */
const graceMs = 5 * 60 * 1000
/** The next run continues. */
const countMax = 100

/** Deletes what an operator deleted a day ago, in one process at a time. One that fails does not block the others. */
export const eraseDue = defineJob({
  name: 'erase-due',
  input: z.object({}),
  every: '*/5 * * * *',
  attemptsMax: 3,
  run: (_payload, context) =>
    exclusively(context.database, 'console.erase-due', async () => {
      const { clock, database } = context
      const before = new Date(clock.now().getTime() - graceMs)
      const failures: unknown[] = []
      const attempt = (work: Promise<void>) => work.catch((error: unknown) => failures.push(error))
      for (const { id } of await dueWorkspaces(database, before, countMax))
        await attempt(deleteWorkspace(context, id))
      for (const person of await duePeople(database, before, countMax))
        await attempt(deletePerson(context, person))
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} deletions failed`)
    }),
})
