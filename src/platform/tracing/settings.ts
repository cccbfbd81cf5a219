import { choice, text, url } from '../config/reading.ts'
import { setting, SettingProblem, type Reading, type SettingValues } from '../config/setting.ts'

const ratio: Reading<number> = {
  type: 'number, 0 to 1',
  read(given) {
    const value = /^\d*\.?\d+$/.test(given) ? Number(given) : NaN
    if (value <= 1) return value
    throw new SettingProblem('must be a number from 0 to 1, like 0.1.')
  },
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export const tracingSettings = {
  otlpEndpoint: setting('OTEL_EXPORTER_OTLP_ENDPOINT', {
    reading: url(['http', 'https']),
    otherwise: undefined,
    default: 'none: no tracing',
    meaning:
      'Collector that [traces](tracing.md) are sent to, as OTLP over HTTP, like http://localhost:4318.',
  }),
  otlpTracesEndpoint: setting('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', {
    reading: url(['http', 'https']),
    otherwise: undefined,
    default: '`/v1/traces` of `OTEL_EXPORTER_OTLP_ENDPOINT`',
    meaning: 'The full URL for traces, in place of the base URL.',
  }),
  otlpProtocol: setting('OTEL_EXPORTER_OTLP_PROTOCOL', {
    reading: text,
    otherwise: 'http/json',
    meaning: 'How traces are sent. Only http/json is supported.',
  }),
  otelDisabled: setting('OTEL_SDK_DISABLED', {
    reading: choice(['true', 'false']),
    otherwise: 'false',
    meaning: '`true` turns tracing off, whatever else is set.',
  }),
  otelServiceName: setting('OTEL_SERVICE_NAME', {
    reading: text,
    otherwise: 'bureau',
    meaning: 'Name of this installation in traces.',
  }),
  otelSampler: setting('OTEL_TRACES_SAMPLER', {
    reading: choice(samplers),
    otherwise: 'parentbased_always_on',
    meaning: `Which requests and jobs are traced: ${samplers.join(', ')}.`,
  }),
  otelSamplerRatio: setting('OTEL_TRACES_SAMPLER_ARG', {
    reading: ratio,
    otherwise: 1,
    meaning: 'The share of new traces that the samplers with `traceidratio` keep.',
  }),
}

type Values = SettingValues<typeof tracingSettings>

export interface TracingConfig {
  readonly url: string
  readonly serviceName: string
  readonly sampler: Values['otelSampler']
  readonly ratio: number
}

export function tracingConfig(values: Values): TracingConfig | undefined {
  const { otlpEndpoint, otlpTracesEndpoint, otelDisabled, otelServiceName, otelSampler, otelSamplerRatio } =
    values
  const address = otlpTracesEndpoint ?? (otlpEndpoint === undefined ? undefined : `${otlpEndpoint}/v1/traces`)
  if (address === undefined || otelDisabled === 'true') return undefined
  return { url: address, serviceName: otelServiceName, sampler: otelSampler, ratio: otelSamplerRatio }
}

export function tracingProblems(values: Values): string[] {
  // A collector for other programs may be set for the whole machine.
  if (tracingConfig(values) === undefined || values.otlpProtocol === 'http/json') return []
  return ['OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, the only protocol that Bureau supports.']
}
