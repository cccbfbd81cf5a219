import type { Tracing, TracingOptions } from './tracing.ts'

/** Lazy, so that installations without tracing don't load OpenTelemetry. */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
  const { startTracing } = await import('./open-telemetry.ts')
  return startTracing(options)
}
