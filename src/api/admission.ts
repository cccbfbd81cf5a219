import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refused, type EndpointRequest, type EndpointScheme } from './auth-scheme.ts'
import { requirementsOf, type CallerKind } from './caller.ts'
import type { Context } from './context.ts'
import type { Endpoint } from './endpoint.ts'
import { pathOf, RequestView } from './exchange.ts'
import type { ServiceProfile } from './service.ts'

export interface AcceptedScheme {
  readonly scheme: EndpointScheme
  readonly kind: CallerKind
  readonly scope: string | undefined
}

interface AuthenticatedMount {
  readonly prefix: string
  readonly service: ServiceProfile
  readonly schemes: readonly EndpointScheme[]
  readonly context: Context
}

function kindOf({ prefix, service }: AuthenticatedMount, scheme: EndpointScheme): CallerKind {
  const kind = service.callers.find(({ name }) => name === scheme.kind)
  if (!kind)
    throw new Error(`${prefix} has a scheme for ${scheme.kind}, which ${service.name} does not declare`)
  return kind
}

/** In the order of the mount. Fails when a declared kind of caller has no scheme. */
export function schemesOf(endpoint: Endpoint, mount: AuthenticatedMount): readonly AcceptedScheme[] {
  const requirements = requirementsOf(endpoint)
  for (const { kind } of requirements) {
    if (!mount.schemes.some((scheme) => scheme.kind === kind.name))
      throw new Error(`${endpoint.id} takes ${kind.name}, but ${mount.prefix} has no scheme for it`)
  }
  return mount.schemes.flatMap((scheme) => {
    const requirement = requirements.find(({ kind }) => kind.name === scheme.kind)
    return requirement ? [{ scheme, kind: kindOf(mount, scheme), scope: requirement.scope }] : []
  })
}

/** An unknown path accepts all schemes, so that strangers do not learn which paths exist. */
export const schemesOfUnknown = (mount: AuthenticatedMount): readonly AcceptedScheme[] =>
  mount.schemes.map((scheme) => ({ scheme, kind: kindOf(mount, scheme), scope: undefined }))

/** By the first scheme whose credentials are present; without any, the first one refuses. Throws `Refused`. */
export async function authenticate(
  accepted: readonly AcceptedScheme[],
  endpoint: Endpoint | undefined,
  { service, context }: AuthenticatedMount,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { exchange } = request
  let notPresented: Refused | undefined
  for (const one of accepted) {
    const head = new RequestHead(service, endpoint, one, request, reply)
    const found = await one.scheme.authenticate(head, context)
    for (const cookie of found.cookies ?? []) reply.header('Set-Cookie', cookie)
    if (found.outcome === 'failed') throw found.refusal
    if (found.outcome === 'authenticated') {
      exchange.principal = found.caller
      exchange.requester = one.kind.requester?.(found.caller)
      exchange.logFields = one.kind.logFields(found.caller)
      return found.authorize?.()
    }
    notPresented ??= found.refusal
  }
  if (notPresented) throw notPresented
}

class RequestHead extends RequestView implements EndpointRequest {
  readonly service: ServiceProfile
  readonly endpoint: Endpoint | undefined
  readonly kind: CallerKind
  readonly scope: string | undefined
  readonly #reply: FastifyReply

  constructor(
    service: ServiceProfile,
    endpoint: Endpoint | undefined,
    { kind, scope }: AcceptedScheme,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    super(request)
    this.service = service
    this.endpoint = endpoint
    this.kind = kind
    this.scope = scope
    this.#reply = reply
  }

  setHeader(name: string, value: string): void {
    this.#reply.header(name, value)
  }
}

/** Undefined when there is nothing to record. */
export function auditRefusal(
  { exchange, method, url }: FastifyRequest,
  { service, schemes }: Pick<AuthenticatedMount, 'service' | 'schemes'>,
  code: string,
  error?: unknown,
): Promise<void> | undefined {
  const { principal, endpoint, id, address } = exchange
  const scheme = service.audited && schemes.find(({ kind }) => kind === principal.kind)
  if (!scheme) return undefined
  return scheme.audit?.({
    caller: principal,
    endpoint,
    request: `${method} ${pathOf(url).split('?', 1)[0]}`,
    requestId: id,
    address,
    reason: error instanceof Refused ? error.reason : undefined,
    code,
  })
}
