import { SpanKind } from '@opentelemetry/api'
import type { Outgoing } from '../outgoing/outgoing.ts'
import { markFailed, type Spans } from './spans.ts'

/** Records the host and never the path, which may hold a secret. Sends no `traceparent` to foreign hosts. */
export const traceOutgoing = (outgoing: Outgoing, spans: Spans): Outgoing => ({
  check: outgoing.check,
  request: (request) =>
    spans.during(
      {
        name: request.method,
        kind: SpanKind.CLIENT,
        attributes: { 'http.request.method': request.method, ...hostAttributes(request.url) },
      },
      async (span) => {
        const outcome = await outgoing.request(request)
        if (!outcome.answered) {
          markFailed(span, outcome.reason)
        } else {
          span.setAttribute('http.response.status_code', outcome.status)
          if (outcome.status >= 400) markFailed(span, String(outcome.status))
        }
        return outcome
      },
    ),
})

function hostAttributes(text: string): Record<string, string> {
  const url = URL.parse(text)
  return url ? { 'server.address': url.hostname, 'url.scheme': url.protocol.slice(0, -1) } : {}
}
