import { describe, expect, test } from 'vitest'
import { readSettings } from '../config/setting.ts'
import { tracingConfig, tracingProblems, tracingSettings } from './settings.ts'

function read(env: Readonly<Record<string, string>>) {
  const { values, problems } = readSettings(tracingSettings, env)
  return { config: tracingConfig(values), problems: [...problems, ...tracingProblems(values)] }
}

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }

describe('tracing', () => {
  test('is off without a collector, and when it is told to be', () => {
    expect(read({})).toEqual({ config: undefined, problems: [] })
    expect(read({ OTEL_TRACES_SAMPLER: 'always_on' }).config).toBeUndefined()
    expect(read({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }).config).toBeUndefined()
    expect(read({ ...endpoint, OTEL_SDK_DISABLED: 'false' }).config).toBeDefined()
  })

  test('goes to the path of the protocol below the endpoint, or to the endpoint for traces as it is', () => {
    const config = { serviceName: 'bureau', sampler: 'parentbased_always_on', ratio: 1 }
    expect(read(endpoint).config).toEqual({ ...config, url: 'http://collector:4318/v1/traces' })
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c/otlp/' }).config?.url).toBe(
      'https://c/otlp/v1/traces',
    )
    const traces = { ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces/in' }
    expect(read(traces).config?.url).toBe('https://traces/in')
  })

  test('has a name, a sampler and its share', () => {
    const env = {
      ...endpoint,
      OTEL_SERVICE_NAME: 'office',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }
    expect(read(env).config).toMatchObject({
      serviceName: 'office',
      sampler: 'parentbased_traceidratio',
      ratio: 0.25,
    })
  })

  test.each([
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { OTEL_TRACES_SAMPLER: 'sometimes' },
    { OTEL_TRACES_SAMPLER_ARG: '1.1' },
    { OTEL_TRACES_SAMPLER_ARG: '-0.1' },
    { OTEL_TRACES_SAMPLER_ARG: 'half' },
    { OTEL_SDK_DISABLED: 'perhaps' },
  ])('refuses %j, naming the variable', (env) => {
    expect(read(env).problems).toEqual([expect.stringContaining(Object.keys(env)[0] ?? '')])
  })

  test('refuses a protocol that it does not speak, when it would have to', () => {
    const grpc = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }
    expect(read({ ...endpoint, ...grpc }).problems).toEqual([expect.stringContaining('http/json')])
    expect(read(grpc).problems).toEqual([])
  })
})
