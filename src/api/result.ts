import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { Download } from '../platform/http/download.ts'
import type { CsvFile } from '../platform/http/send-csv.ts'

/** 204 without a body. */
export interface NoContent {
  readonly kind: 'none'
}
export const noContent: NoContent = { kind: 'none' }

/** Bytes with ranges and conditional requests; the handler returns a `Download`. */
export interface DownloadResult {
  readonly kind: 'download'
}
export const download: DownloadResult = { kind: 'download' }

/** Server-sent events; the handler returns how their stream is opened. */
export interface EventsResult {
  readonly kind: 'events'
}
export const events: EventsResult = { kind: 'events' }

/** A list with `meta` beside `data`; the handler returns `{ data, meta }`. */
export interface ListResult<Item extends z.ZodType = z.ZodType, Meta extends z.ZodType = z.ZodType> {
  readonly kind: 'list'
  readonly data: z.ZodArray<Item>
  readonly meta: Meta
}

export interface AnnotatedResult<Data extends z.ZodType = z.ZodType, Meta extends z.ZodType = z.ZodType> {
  readonly kind: 'annotated'
  readonly data: Data
  readonly meta: Meta
}

export const annotated = <Data extends z.ZodType, Meta extends z.ZodType>(
  data: Data,
  meta: Meta,
): AnnotatedResult<Data, Meta> => ({ kind: 'annotated', data, meta })

export type Result = z.ZodType | NoContent | DownloadResult | EventsResult | ListResult | AnnotatedResult

export type ResultOutput<Declared> = Declared extends z.ZodType
  ? z.input<Declared>
  : Declared extends NoContent
    ? void
    : Declared extends DownloadResult
      ? Download
      : Declared extends EventsResult
        ? () => Readable
        : Declared extends ListResult<infer Item, infer Meta>
          ? { data: z.input<Item>[]; meta: z.input<Meta> }
          : Declared extends AnnotatedResult<infer Data, infer Meta>
            ? { data: z.input<Data>; meta: z.input<Meta> }
            : never

/** A result that is sent with the `otherStatus` of the endpoint. */
export class OtherStatus<Output> {
  readonly output: Output

  constructor(output: Output) {
    this.output = output
  }
}

/** A result with values for `Set-Cookie`: for endpoints that begin or end a log-in. */
export class WithCookies<Output> {
  readonly output: Output
  readonly cookies: readonly string[]

  constructor(output: Output, ...cookies: readonly string[]) {
    this.output = output
    this.cookies = cookies
  }
}

/** The result as CSV, for an endpoint that declares `csv`. */
export class Csv {
  readonly file: CsvFile

  constructor(file: CsvFile) {
    this.file = file
  }
}

type MetaOf<Declared> = Declared extends ListResult<z.ZodType, infer Meta> ? [meta: z.input<Meta>] : []

/** A result that is JSON already, by what the endpoint declares: for long lists. Their `meta` is still an object. */
export class Preserialized<Declared extends Result> {
  readonly declared: Declared
  readonly text: string
  readonly meta: unknown

  constructor(declared: Declared, text: string, ...[meta]: MetaOf<Declared>) {
    this.declared = declared
    this.text = text
    this.meta = meta
  }
}

/** Offset paging (docs/api/conventions.md#paging): `next_offset` is null on the last page. */
export const PageMeta = z
  .object({
    total: z
      .int()
      .describe('Total number of items.')
      .meta({ examples: [42] }),
    offset: z.int().meta({ examples: [0] }),
    limit: z.int().meta({ examples: [20] }),
    next_offset: z
      .int()
      .nullable()
      .describe('Offset of the next page; null on the last page.')
      .meta({ examples: [20] }),
  })
  .meta({ id: 'PageMeta' })

export const list = <Item extends z.ZodType, Meta extends z.ZodType>(
  item: Item,
  meta: Meta,
): ListResult<Item, Meta> => ({ kind: 'list', data: z.array(item), meta })

export const page = <Item extends z.ZodType>(item: Item): ListResult<Item, typeof PageMeta> =>
  list(item, PageMeta)

export const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType
