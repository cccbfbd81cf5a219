import { z } from 'zod'
import { list } from '../../../api/result.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { listJobs as read } from '../../../platform/jobs/job-store.ts'
import { pageMeta, pageOf, Paging } from '../../paging.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { OperatorJob, toJob } from './model.ts'

export const listJobs = console.endpoint('listJobs', {
  method: 'GET',
  path: '/operator/jobs',
  summary: 'List jobs that failed, wait, or run, newest first',
  description: 'Names and errors only: what a job is about stays with its workspace.',
  who: loggedIn,
  query: z.object({ state: z.enum(['failed', 'waiting', 'running']).optional(), ...Paging }),
  result: list(OperatorJob, pageMeta),
  problems: ['operator_required'],
  permit: operatorsOnly,

  async handle({ query: { state, before, limit } }, { database }) {
    const { rows, meta } = pageOf(await read(database, { state, before, limit: limit + 1 }), limit)
    return { data: rows.map(toJob), meta }
  },
})
