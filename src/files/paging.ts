import type { z } from 'zod'
import { integerText, refusedAs } from '../api/field.ts'
import type { PageMeta } from '../api/result.ts'
import { listedItemsMax } from './limits.ts'

/** docs/api/conventions.md#paging */
export const paging = {
  limit: refusedAs('invalid_paging', integerText({ min: 1, max: 100 })).default(20),
  offset: refusedAs('invalid_paging', integerText({ min: 0, max: Number.MAX_SAFE_INTEGER })).default(0),
}

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
