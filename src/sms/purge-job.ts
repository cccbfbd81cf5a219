import { z } from 'zod'
import { defineJob, type Job } from '../api/job.ts'
import type { Queryable } from '../platform/database/database.ts'

type Deletion = (database: Queryable, before: Date, countMax: number) => Promise<number>

export const purgeJob = ({
  name,
  every,
  keptDays,
  batchMax = 1000,
  deletions,
}: {
  readonly name: string
  readonly every: string
  readonly keptDays: number
  readonly batchMax?: number
  readonly deletions: readonly Deletion[]
}): Job =>
  defineJob({
    name,
    input: z.object({}),
    every,
    attemptsMax: 3,

    async run(_payload, { database, clock }) {
      const before = new Date(clock.now().getTime() - keptDays * 86_400_000)
      for (const remove of deletions) while ((await remove(database, before, batchMax)) === batchMax);
    },
  })
