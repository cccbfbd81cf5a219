import { SpanKind } from '@opentelemetry/api'
import type { JobDefinition } from '../jobs/job.ts'
import type { LoopDefinition } from '../jobs/loop.ts'
import type { Spans } from './spans.ts'

export const traceJob = <Context>(
  job: JobDefinition<unknown, Context>,
  spans: Spans,
): JobDefinition<unknown, Context> => ({
  ...job,
  run: (payload, context) =>
    spans.during(
      { name: `job ${job.name}`, kind: SpanKind.INTERNAL, attributes: { 'bureau.job': job.name } },
      () => job.run(payload, context),
    ),
})

export const traceLoop = <Context>(loop: LoopDefinition<Context>, spans: Spans): LoopDefinition<Context> => ({
  ...loop,
  run: (context) =>
    spans.during(
      { name: `loop ${loop.name}`, kind: SpanKind.INTERNAL, attributes: { 'bureau.loop': loop.name } },
      () => loop.run(context),
    ),
})
