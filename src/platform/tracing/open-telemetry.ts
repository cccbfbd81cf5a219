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

/** How long an export is tried. A server that stops waits as long for its last one, so it is short. */
const exportMsMax = 3000

/** Headers for the collector, its certificate and the like are read from `OTEL_EXPORTER_OTLP_*` by the library. */
export function startTracing({ config, log, version }: TracingOptions): Tracing {
  const named = resourceFromAttributes({ 'service.name': config.serviceName, 'service.version': version })
  const exporter = new OTLPTraceExporter({ url: config.url, timeoutMillis: exportMsMax })
  const provider = new TracerProvider({
    // What OTEL_RESOURCE_ATTRIBUTES adds, like deployment.environment.name.
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
    // What could not be sent was logged already.
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

/** Logs when the collector stops taking spans and when it takes them again; the library itself keeps silent. */
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
