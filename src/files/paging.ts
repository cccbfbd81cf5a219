import type { z } from 'zod'
import { integerText, refusedAs } from '../api/field.ts'
import type { PageMeta } from '../api/result.ts'
import { listedItemsMax } from './limits.ts'

const pagingWith = (limit: { readonly default: number; readonly max: number }) => ({
  limit: refusedAs('invalid_paging', integerText({ min: 1, max: limit.max })).default(limit.default),
  offset: refusedAs('invalid_paging', integerText({ min: 0, max: Number.MAX_SAFE_INTEGER })).default(0),
})

/** docs/api/conventions.md#paging */
export const paging = pagingWith({ default: 20, max: 100 })

/** For the web app, whose lists show more at once. */
export const widePaging = pagingWith({ default: 100, max: 500 })

export interface Paging {
  readonly limit: number
  readonly offset: number
}

/** How many items of a page the listing shows: docs/api/files.md#listing. */
export const shownOf = ({ limit, offset }: Paging): number =>
  Math.max(0, Math.min(limit, listedItemsMax - offset))

export function pageMeta(found: number, { limit, offset }: Paging): z.input<typeof PageMeta> {
  const total = Math.min(found, listedItemsMax)
  const next = offset + limit
  return { total, offset, limit, next_offset: next < total ? next : null }
}
