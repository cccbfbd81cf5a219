import { ExportResultCode } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import type { Log } from '../log/log.ts'
import { traceJob, traceLoop } from './background.ts'
import { traceOutgoing } from './outgoing.ts'
import { traceRequests } from './requests.ts'
import type { TracingConfig } from './settings.ts'
import { Spans } from './spans.ts'
import type { Tracing, TracingOptions } from './tracing.ts'

const exportMsMax = 3000

/** The library reads further settings from `OTEL_EXPORTER_OTLP_*`. */
export function startTracing({ config, log, version }: TracingOptions): Tracing {
  const named = resourceFromAttributes({ 'service.name': config.serviceName, 'service.version': version })
  const exporter = new OTLPTraceExporter({ url: config.url, timeoutMillis: exportMsMax })
  const provider = new TracerProvider({
    // OTEL_RESOURCE_ATTRIBUTES, such as deployment.environment.name.
    resource: detectResources({ detectors: [envDetector] }).merge(named),
    sampler: samplerOf(config),
    spanProcessors: [new BatchSpanProcessor({ exporter: telling(exporter, log) })],
  })
  const spans = new Spans(provider.getTracer('bureau', version))
  return {
    traceRequests: (app) => traceRequests(app, spans),
    traceJob: (job) => traceJob(job, spans),
    traceLoop: (loop) => traceLoop(loop, spans),
    traceOutgoing: (outgoing) => traceOutgoing(outgoing, spans),
    // Failures were logged already.
    close: () => provider.shutdown().catch(() => undefined),
  }
}

function samplerOf({ sampler, ratio }: TracingConfig): Sampler {
  switch (sampler) {
    case 'always_on':
      return new AlwaysOnSampler()
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio)
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() })
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() })
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) })
  }
}

/** Logs when exports fail and recover; the library doesn't. */
function telling(exporter: SpanExporter, log: Log): SpanExporter {
  let taken = true
  return {
    export: (spans, report) =>
      exporter.export(spans, (result) => {
        const ok = result.code === ExportResultCode.SUCCESS
        if (taken && !ok)
          log.warn({ err: result.error }, 'The collector does not accept traces; they are lost.')
        if (!taken && ok) log.info({}, 'The collector accepts traces again.')
        taken = ok
        report(result)
      }),
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  }
}
