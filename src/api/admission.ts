import type { FastifyReply, FastifyRequest } from 'fastify'
import { requirementsOf, type Caller, type CallerKind } from './caller.ts'
import type { Endpoint } from './endpoint.ts'
import { Refused, type Arrival, type Gate } from './gate.ts'
import { pathOf } from './http/request-path.ts'
import type { ServiceProfile } from './service.ts'

/** A gate that requests to one endpoint may go through, and what it requires of them. */
export interface Entrance {
  readonly gate: Gate
  /** The gate's kind of caller, as the service declares it. */
  readonly kind: CallerKind
  readonly scope: string | undefined
}

interface GatedMount {
  readonly prefix: string
  readonly service: ServiceProfile
  readonly gates: readonly Gate[]
}

function kindAt({ prefix, service }: GatedMount, gate: Gate): CallerKind {
  const kind = service.callers.find(({ name }) => name === gate.kind)
  if (!kind) throw new Error(`${prefix} has a gate for ${gate.kind}, which ${service.name} does not declare`)
  return kind
}

/** The entrances to an endpoint, in the order of the mount's gates. Fails when a declared kind of caller has no gate. */
export function entrancesTo(endpoint: Endpoint, mount: GatedMount): readonly Entrance[] {
  const requirements = requirementsOf(endpoint)
  for (const { kind } of requirements) {
    if (!mount.gates.some((gate) => gate.kind === kind.name))
      throw new Error(`${endpoint.id} takes ${kind.name}, but ${mount.prefix} has no gate for it`)
  }
  return mount.gates.flatMap((gate) => {
    const requirement = requirements.find(({ kind }) => kind.name === gate.kind)
    return requirement ? [{ gate, kind: kindAt(mount, gate), scope: requirement.scope }] : []
  })
}

/** The entrances to an unknown path: all gates, so that strangers do not learn which paths exist. */
export const entrancesToUnknown = (mount: GatedMount): readonly Entrance[] =>
  mount.gates.map((gate) => ({ gate, kind: kindAt(mount, gate), scope: undefined }))

/** The gate that recognises the credentials decides, otherwise the first. Undefined where credentials are not required. */
export function chooseEntrance(
  entrances: readonly Entrance[],
  headers: Arrival['headers'],
): Entrance | undefined {
  if (entrances.length < 2) return entrances[0]
  return entrances.find(({ gate }) => gate.recognises(headers)) ?? entrances[0]
}

/** Computes the address on demand: most keys are not restricted to addresses. */
export class RequestArrival implements Arrival {
  readonly service: ServiceProfile
  readonly endpoint: Endpoint | undefined
  readonly kind: CallerKind
  readonly scope: string | undefined
  readonly headers: Arrival['headers']
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply

  constructor(
    service: ServiceProfile,
    endpoint: Endpoint | undefined,
    { kind, scope }: Entrance,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    this.service = service
    this.endpoint = endpoint
    this.kind = kind
    this.scope = scope
    this.headers = request.headers
    this.#request = request
    this.#reply = reply
  }

  get address(): string {
    return this.#request.exchange.address
  }

  setHeader(name: string, value: string): void {
    this.#reply.header(name, value)
  }

  identified(caller: Caller): void {
    const { exchange } = this.#request
    exchange.principal = caller
    exchange.logFields = this.kind.logFields(caller)
  }
}

/** Has the gate that identified the caller record the refusal. Undefined where there is nothing to record. */
export function auditRefusal(
  { exchange, method, url }: FastifyRequest,
  { service, gates }: Pick<GatedMount, 'service' | 'gates'>,
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
