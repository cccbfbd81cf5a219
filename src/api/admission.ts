import type { FastifyReply, FastifyRequest } from 'fastify'
import { requirementsOf, type CallerKind } from './caller.ts'
import type { Endpoint } from './endpoint.ts'
import type { Arrival, Gate } from './gate.ts'
import type { ServiceProfile } from './service.ts'

/** A gate that requests to one endpoint may pass, and what is asked of them there. */
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

/** The ways to an endpoint, in the order of the mount's gates. Fails when one that it declares has no gate. */
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

/** The ways to a path that no endpoint has: all gates, so that strangers learn nothing of what there is. */
export const entrancesToUnknown = (mount: GatedMount): readonly Entrance[] =>
  mount.gates.map((gate) => ({ gate, kind: kindAt(mount, gate), scope: undefined }))

/** The gate that recognises the credentials decides, else the first. Undefined where nothing is required. */
export function chooseEntrance(
  entrances: readonly Entrance[],
  headers: Arrival['headers'],
): Entrance | undefined {
  if (entrances.length < 2) return entrances[0]
  return entrances.find(({ gate }) => gate.recognises(headers)) ?? entrances[0]
}

/** Works the address out when it is asked for: most callers may come from anywhere. */
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
}
