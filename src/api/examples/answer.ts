import type { Endpoint } from '../endpoint.ts'
import { isSchema } from '../result.ts'

/** Undefined when the result is not JSON. */
function bodyFor({ service, definition: { result } }: Endpoint, output: unknown): unknown {
  if (output === undefined) return undefined
  if (isSchema(result)) return service.envelope.success(result.parse(output))
  if (result.kind === 'none' || result.kind === 'download' || result.kind === 'events') return undefined
  const { data, meta } = output as { readonly data: unknown; readonly meta: unknown }
  return service.envelope.success(result.data.parse(data), result.meta.parse(meta))
}

/** Throws when the example does not fit the result. */
export const exampleAnswer = (endpoint: Endpoint): unknown =>
  bodyFor(endpoint, endpoint.definition.example?.answer)

export const otherExampleAnswer = (endpoint: Endpoint): unknown =>
  bodyFor(endpoint, endpoint.definition.example?.otherAnswer)
