import http from 'node:http'
import { json } from 'node:stream/consumers'
import { listenHere, type Host } from '../outgoing/hosts.testing.ts'

/** A span as OTLP writes it in JSON, with its attributes as an object. */
export interface CollectedSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly attributes: Readonly<Record<string, unknown>>
  /** 2 is an error. */
  readonly status: number
}

export interface Collector extends Host {
  readonly url: string
  readonly spans: CollectedSpan[]
  /** Every export as it came. */
  readonly texts: string[]
  readonly resources: Readonly<Record<string, unknown>>[]
}

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'attributes' | 'status'> & {
        readonly attributes: readonly Attribute[]
        readonly status: { readonly code?: number }
      })[]
    }[]
  }[]
}

const plain = (attributes: readonly Attribute[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** Takes what a program exports to it. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const texts: string[] = []
  const resources: Readonly<Record<string, unknown>>[] = []
  const server = http.createServer((request, response) => {
    void json(request).then((body) => {
      texts.push(JSON.stringify(body))
      for (const { resource, scopeSpans } of (body as Export).resourceSpans) {
        resources.push(plain(resource.attributes))
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, attributes: plain(span.attributes), status: span.status.code ?? 0 })
      }
      response.setHeader('Content-Type', 'application/json')
      response.end('{}')
    })
  })
  const host = await listenHere(server)
  return { ...host, url: `http://127.0.0.1:${host.port}/v1/traces`, spans, texts, resources }
}
