import type { z } from 'zod'
import type { FormLimits, RawForm } from '../../platform/pages/form.ts'
import type { Page } from '../../platform/pages/page.ts'
import type { AuthRequest, AuthScheme } from '../auth-scheme.ts'
import type { Context, Origins } from '../context.ts'
import { problemOf } from '../field.ts'
import type { Problem } from '../problem.ts'
import type { PageAnswer } from './answer.ts'
import { isShared, type PageProblemTable } from './problems.ts'

export interface Visit extends AuthRequest {
  readonly requestId: string
  /** Where the visitor can return to; undefined for a form, which a GET cannot show. */
  readonly returnPath: `/${string}` | undefined
  readonly signal: AbortSignal
}

export type PageSchemes = Readonly<Record<string, AuthScheme>>

/** Pages below one prefix that share schemes and problems: the links, the log-in. */
export interface Site<
  Problems extends PageProblemTable = PageProblemTable,
  Schemes extends PageSchemes = PageSchemes,
> {
  readonly name: string
  /** Empty when each page begins with its own segment. */
  readonly prefix: `/${string}` | ''
  /** The origin that forms must come from. */
  readonly origin: keyof Origins
  readonly problems: Problems
  /** `who` of a page → its scheme. A page for anyone says `nobody`. */
  readonly schemes: Schemes
  /** Redirects visitors whom a scheme did not authenticate. Required where that can happen. */
  readonly challenge?: (visit: Visit) => PageAnswer
  /** Log fields, from the path. */
  readonly logFields?: (
    params: Readonly<Record<string, unknown>>,
    context: Context,
  ) => Readonly<Record<string, unknown>>
}

type CallerOf<Schemes extends PageSchemes, Who> = Who extends keyof Schemes
  ? Schemes[Who] extends AuthScheme<infer Caller>
    ? Caller
    : never
  : undefined

export type PageContext<Caller> = Context & { readonly caller: Caller; readonly visit: Visit }

type Path = `/${string}` | ''

export interface PageDefinition<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Form extends z.ZodObject,
  Caller,
  Who extends string,
  Code extends string,
> {
  /** GET also answers HEAD. POST takes a form of this origin. */
  readonly method: 'GET' | 'POST'
  /** Below the site's prefix, parameters in braces: `/{link}/download`. */
  readonly path: Path | readonly Path[]
  readonly who: Who
  /** An invalid value is an unknown path. */
  readonly params?: Params
  /** Replace invalid values with `.catch()`; other invalid values are an unknown path. */
  readonly query?: Query
  /** An invalid field is the problem that `refusedAs` names, or `malformed_form`. */
  readonly form?: Form
  readonly formLimits?: Partial<FormLimits>
  /** Beside the codes that all pages share. */
  readonly problems: readonly Code[]
  /** Shows the form again with the problem. Without it, each problem is a page of its own. */
  readonly again?: (
    problem: Problem,
    input: { readonly params: z.output<Params>; readonly form: RawForm },
    context: PageContext<Caller>,
  ) => Page | Promise<Page>
  handle(
    input: {
      readonly params: z.output<Params>
      readonly query: z.output<Query>
      readonly form: z.output<Form>
    },
    context: PageContext<Caller>,
  ): Promise<PageAnswer>
}

/** Without the types of its input. */
export interface SitePage {
  /** Equal to the export and, in kebab case, to the file. */
  readonly id: string
  readonly site: Site
  readonly definition: PageDefinition<z.ZodObject, z.ZodObject, z.ZodObject, unknown, string, string>
}

type None = z.ZodObject<Record<never, never>>

export function defineSite<const Problems extends PageProblemTable, const Schemes extends PageSchemes>(
  site: Site<Problems, Schemes>,
) {
  return {
    site,
    page: <
      const Who extends 'nobody' | Extract<keyof Schemes, string>,
      Params extends z.ZodObject = None,
      Query extends z.ZodObject = None,
      Form extends z.ZodObject = None,
    >(
      id: string,
      definition: PageDefinition<
        Params,
        Query,
        Form,
        CallerOf<Schemes, Who>,
        Who,
        Extract<keyof Problems, string>
      >,
    ): SitePage => {
      // A list of pages cannot keep each one's types.
      const page = { id, site, definition } as unknown as SitePage
      checkPage(page)
      return page
    },
  }
}

export const pathsOf = ({ definition: { path } }: SitePage): readonly Path[] =>
  typeof path === 'string' ? [path] : path

function checkPage(page: SitePage): void {
  const { id, site, definition } = page
  const { method, who, form, again, params, problems } = definition
  if (who !== 'nobody' && !Object.hasOwn(site.schemes, who))
    throw new Error(`${id}: no scheme is named ${who}`)
  if (method === 'GET' && (form || again)) throw new Error(`${id}: only POST takes a form`)
  const declared = Object.keys(params?.shape ?? {})
  const inPaths = pathsOf(page).flatMap((path) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  if (new Set(inPaths).symmetricDifference(new Set(declared)).size > 0)
    throw new Error(`${id}: parameters of path and schema differ`)
  for (const field of Object.values(form?.shape ?? {})) {
    const code = problemOf(field as z.ZodType)
    if (code !== undefined && !problems.includes(code) && !isShared(code))
      throw new Error(`${id}: a field is refused as ${code}, which is not declared`)
  }
}
