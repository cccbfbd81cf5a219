import { oneOf, textIn } from '../operator/search-params.ts'
import type { MatchType } from './use-search.ts'

export const types = ['file', 'folder'] as const satisfies readonly MatchType[]

/** What the URL of a search says. */
export interface SearchParams {
  readonly q?: string | undefined
  readonly type?: MatchType | undefined
  /** A file. */
  readonly preview?: string | undefined
  /** An item. */
  readonly share?: string | undefined
}

/** The router keeps what is left out, so each name is there. */
export const readSearchParams = ({
  q,
  type,
  preview,
  share,
}: Readonly<Record<string, unknown>>): SearchParams => ({
  q: textIn(q),
  type: oneOf(types, type),
  preview: textIn(preview),
  share: textIn(share),
})
