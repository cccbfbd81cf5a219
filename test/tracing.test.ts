import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startCollector } from '../src/platform/tracing/collector.testing.ts'
import { command, startServer } from './server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'bureau-tracing-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

interface Examination {
  readonly ok: boolean
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly detail: string }[]
}

describe('a server with tracing', () => {
  test(
    'sends spans of requests and of the doctor’s questions before it ends',
    { timeout: 60_000 },
    async () => {
      await using collector = await startCollector()
      const env = {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
        OTEL_SERVICE_NAME: 'office',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=rehearsal',
      }
      const server = await startServer({ dataDir, env })
      const { ok, checks } = await command<Examination>(dataDir, 'doctor')
      expect(checks.filter((check) => !check.ok)).toEqual([])
      expect(ok).toBe(true)
      const { gateway_url, files_origin_url, sms_base_url, phones_url } = server.urls
      const told = checks.filter(({ name }) => name.endsWith(' origin')).map(({ detail }) => detail)
      expect(told.map((detail) => detail.split(' answers')[0])).toEqual([
        gateway_url,
        files_origin_url,
        sms_base_url,
        phones_url,
      ])
      expect(await server.stop()).toBe(0)
      const names = collector.spans.map(({ name, kind }) => `${name} ${kind}`)
      // The server answered its own questions: kind 2 are its answers, kind 3 its questions.
      expect(names.filter((name) => name === 'GET getHealth 2')).toHaveLength(3)
      expect(names.filter((name) => name === 'GET 3')).toHaveLength(4)
      for (const resource of collector.resources)
        expect(resource).toMatchObject({
          'service.name': 'office',
          'deployment.environment.name': 'rehearsal',
        })
      expect(readFileSync(join(dataDir, 'server.log'), 'utf8')).not.toContain('collector')
    },
  )

  test('ends in time although the collector is away', { timeout: 60_000 }, async () => {
    const gone = await startCollector()
    await gone[Symbol.asyncDispose]()
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${gone.port}` }
    const server = await startServer({ dataDir, env })
    await (await fetch(`${server.urls.files_origin_url}/api/v1/health`)).text()
    const startedMs = performance.now()
    expect(await server.stop()).toBe(0)
    expect(performance.now() - startedMs).toBeLessThan(10_000)
    expect(readFileSync(join(dataDir, 'server.log'), 'utf8')).toContain(
      'The collector does not accept traces',
    )
  })
})
