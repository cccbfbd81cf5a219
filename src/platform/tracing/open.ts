import type { Tracing, TracingOptions } from './tracing.ts'

/** OpenTelemetry is loaded here and nowhere else, so that installations without tracing do not pay for it. */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
  const { startTracing } = await import('./open-telemetry.ts')
  return startTracing(options)
}
