import { z } from 'zod'
import { idText, refusedAs } from '../../../api/field.ts'
import { auditCall } from '../../../identity/audit/audit-call.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { retryJob as retry } from '../../../platform/jobs/retry-job.ts'
import { operatorsOnly } from '../../permit.ts'
import { problem } from '../../problems.ts'
import { console } from '../../service.ts'
import { holdOperator } from '../hold-operator.ts'

export const retryJob = console.endpoint('retryJob', {
  method: 'POST',
  path: '/operator/jobs/{id}/retry',
  summary: 'Run a job again, or now',
  who: loggedIn,
  params: z.object({ id: refusedAs('job_not_found', idText()).describe('The ID of a job.') }),
  status: 202,
  result: z.object({ id: z.int() }).meta({ id: 'OperatorJobRetried' }),
  problems: ['operator_required', 'job_not_found', 'job_running'],
  permit: operatorsOnly,

  handle({ params: { id } }, context) {
    return context.database.transaction(async (tx) => {
      await holdOperator(tx, context.principal)
      const outcome = await retry(tx, id)
      if (outcome === 'missing') throw problem.job_not_found()
      if (outcome === 'running') throw problem.job_running()
      await auditCall(tx, context, { action: 'job.retry', target: `job:${id}`, actor: 'operator' })
      return { id }
    })
  },
})
