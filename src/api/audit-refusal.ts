import type { FastifyRequest } from 'fastify'
import { Refused, type Gate } from './gate.ts'
import { pathOf } from './request-path.ts'
import type { ServiceProfile } from './service.ts'

/** Has the gate that identified the caller record the refusal. Undefined where there is nothing to record. */
export function auditRefusal(
  { exchange, method, url }: FastifyRequest,
  { service, gates }: { readonly service: ServiceProfile; readonly gates: readonly Gate[] },
  code: string,
  error?: unknown,
): Promise<void> | undefined {
  const { principal, endpoint, id, address } = exchange
  const gate = service.audited && gates.find(({ kind }) => kind === principal.kind)
  if (!gate) return undefined
  return gate.audit?.({
    caller: principal,
    endpoint,
    request: `${method} ${pathOf(url).split('?', 1)[0]}`,
    requestId: id,
    address,
    reason: error instanceof Refused ? error.reason : undefined,
    code,
  })
}
