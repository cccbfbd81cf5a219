import type { z } from 'zod'
import type { Body } from './body.ts'
import { checkDeclaration, type Endpoint, type EndpointDefinition } from './endpoint.ts'
import type { ProblemTable } from './problem.ts'
import type { Result } from './result.ts'
import type { ServiceProfile } from './service.ts'

export interface Service<Problems extends ProblemTable, Scope extends string> {
  readonly profile: ServiceProfile<Problems, Scope>
  readonly endpoint: <
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
      Scope
    >,
  ) => Endpoint
}

/** Describes one API once; `endpoint` of what it returns declares each of its operations. */
export function defineService<const Problems extends ProblemTable, const Scope extends string>(
  profile: ServiceProfile<Problems, Scope>,
): Service<Problems, Scope> {
  return {
    profile,
    endpoint: (id, definition) => {
      // A cast, because a list of endpoints cannot keep each one's own types.
      const endpoint = { id, service: profile, definition } as unknown as Endpoint
      checkDeclaration(endpoint)
      return endpoint
    },
  }
}
