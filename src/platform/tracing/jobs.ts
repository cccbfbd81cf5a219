import { SpanKind } from '@opentelemetry/api'
import type { JobDefinition } from '../jobs/job.ts'
import type { Spans } from './spans.ts'

/** The job with a span for each of its runs. */
export const traceJob = (job: JobDefinition, spans: Spans): JobDefinition => ({
  ...job,
  run: (payload, context) =>
    spans.during(
      { name: `job ${job.name}`, kind: SpanKind.INTERNAL, attributes: { 'bureau.job': job.name } },
      () => job.run(payload, context),
    ),
})
