import type { z } from 'zod'
import { adoptEndpoint, type Adoption } from './adopt.ts'
import type { Body } from './body.ts'
import type { Caller, CallerKind, CallerOf, CallerOfKind, Who } from './caller.ts'
import { checkDeclaration, type Endpoint, type EndpointDefinition } from './endpoint.ts'
import type { ProblemTable } from './problem.ts'
import type { Result } from './result.ts'
import type { ServiceProfile } from './service.ts'

export interface Service<Problems extends ProblemTable, Scope extends string, Kind extends CallerKind> {
  readonly profile: ServiceProfile<Problems, Scope, Kind>
  readonly endpoint: <
    const Allowed extends Who<CallerOfKind<Kind>, Scope>,
    Params extends z.ZodObject = z.ZodObject<Record<never, never>>,
    Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
    RequestBody extends Body | undefined = undefined,
    Answer extends Result = Result,
  >(
    id: string,
    definition: EndpointDefinition<
      Params,
      Query,
      RequestBody,
      Answer,
      Extract<keyof Problems, string>,
      Allowed
    >,
  ) => Endpoint<CallerOf<Allowed>>
  readonly adopt: <
    Principal extends Caller,
    const Allowed extends Who<CallerOfKind<Kind>, Scope>,
    Place extends z.ZodObject = z.ZodObject<Record<never, never>>,
  >(
    endpoint: Endpoint<Principal>,
    adoption: Adoption<Extract<keyof Problems, string>, Allowed, Place> & Takes<Principal, Allowed>,
  ) => Endpoint<CallerOf<Allowed>>
}

/** A type error when the adopted handler does not take the callers. */
type Takes<Principal, Allowed> = CallerOf<Allowed> extends Principal ? unknown : never

export function defineService<
  const Problems extends ProblemTable,
  const Scope extends string,
  Kind extends CallerKind,
>(profile: ServiceProfile<Problems, Scope, Kind>): Service<Problems, Scope, Kind> {
  const checked = <Known extends Caller>(endpoint: Endpoint<Known>): Endpoint<Known> => {
    checkDeclaration(endpoint)
    return endpoint
  }
  return {
    profile,
    endpoint: (id, definition) => checked({ id, service: profile, renamed: {}, definition }),
    adopt: (endpoint, adoption) => checked(adoptEndpoint(profile, endpoint, adoption)),
  }
}
