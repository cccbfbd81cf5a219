import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, call, type Answer, type Data, type Input, type OperationId } from './call.ts'
import { eased } from './eased.ts'
import { searches, topics, type Topic } from './topics.ts'

const triesMax = 2

/** What may go away by itself. `call` has waited for a 429 already. */
export const mayPass = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'network' || error.status >= 500)

const retryMs = (failures: number, error: unknown): number =>
  (error instanceof ApiError ? error.retryAfterSeconds : undefined) === undefined
    ? 500 * 2 ** failures
    : Math.min((error as ApiError).retryAfterSeconds ?? 0, 30) * 1000

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < triesMax && mayPass(error),
      retryDelay: retryMs,
      staleTime: 10_000,
    },
    mutations: { retry: false },
  },
})

/** A workspace as addresses of the app and events name it; undefined for what belongs to none. */
export type WorkspaceKey = string | undefined

type Key<Id extends OperationId> = readonly [workspace: WorkspaceKey, operation: Id, input: Input<Id>]

function keyOf<Id extends OperationId>(id: Id, input: Input<Id>): Key<Id> {
  const { workspace } = input as { readonly workspace?: string | number }
  return [workspace === undefined ? undefined : String(workspace), id, input]
}

/** For `useQuery`: the data of a read. */
export const read = <Id extends OperationId>(id: Id, input: Input<Id>) =>
  queryOptions({
    queryKey: keyOf(id, input),
    queryFn: ({ signal }): Promise<Answer<Id>> => call(id, input, { signal }),
    select: ({ data }): Data<Id> => data,
  })

/** For `useQuery`: data and meta of a read. It shares the cache with `read`. */
export const readAnswer = <Id extends OperationId>(id: Id, input: Input<Id>) =>
  queryOptions({
    queryKey: keyOf(id, input),
    queryFn: ({ signal }): Promise<Answer<Id>> => call(id, input, { signal }),
  })

/** For `useInfiniteQuery`: a list whose meta says where the next page begins. Its data are the rows of all pages. */
export const readPages = <Id extends OperationId>(id: Id, input: Input<Id>) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(id, input), 'pages'] as const,
    queryFn: ({ signal, pageParam }): Promise<Answer<Id>> =>
      call(id, withBefore(input, pageParam), { signal }),
    initialPageParam: undefined as NextBefore | undefined,
    getNextPageParam: ({ meta }) => (meta as PagedMeta | undefined)?.next_before ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data as readonly RowOf<Id>[]),
  })

type NextBefore = string | number
type PagedMeta = { readonly next_before?: NextBefore | null }
type RowOf<Id extends OperationId> = Data<Id> extends readonly (infer Row)[] ? Row : never

function withBefore<In>(input: In, before: NextBefore | undefined): In {
  if (before === undefined) return input
  return { ...input, query: { ...(input as { readonly query?: object }).query, before } }
}

/** Refetches that run, and those that follow them because something changed meanwhile. */
const running = new Map<string, { readonly now: Promise<void>; next?: Promise<void> }>()

/**
 * Refetches what is on screen of a topic, and marks the rest as stale. With an ID, a query with another one in
 * `meta[topic]` stays as it is. Changes that arrive during a refetch wait for its end, because each would begin it again.
 */
export function invalidate(
  workspace: string | number | undefined,
  topic: Topic,
  id: string | number | null = null,
): Promise<void> {
  const key = workspace === undefined ? undefined : String(workspace)
  const name = `${key} ${topic} ${id}`
  const run = running.get(name)
  if (run) return (run.next ??= run.now.then(() => start()))
  return start()

  function start(): Promise<void> {
    const now = refetch(key, topic, id).finally(() => {
      if (running.get(name)?.now === now) running.delete(name)
    })
    running.set(name, { now })
    return now
  }
}

function refetch(key: WorkspaceKey, topic: Topic, id: string | number | null): Promise<void> {
  const operations: readonly string[] = topics[topic]
  return queries.invalidateQueries({
    predicate: ({ queryKey: [owner, operation], meta = {} }) =>
      owner === key &&
      operations.includes(String(operation)) &&
      (id === null || meta[topic] === undefined || meta[topic] === id),
  })
}

type ChangedId = string | number | null

/** Shorter than others: a text shows within a second also while many come. */
const pauseMsMax: Partial<Record<Topic, number>> = { messages: 750 }

const tellers = new Map<string, (id: ChangedId) => void>()

/** `invalidate` for changes that may come in storms: at once, and then less and less often. */
export function invalidateSoon(workspace: string | number | undefined, topic: Topic, id: ChangedId): void {
  const name = `${workspace} ${topic}`
  const tell =
    tellers.get(name) ??
    eased<ChangedId>((ids) => {
      const [one = null, ...others] = ids
      void invalidate(workspace, topic, others.length === 0 ? one : null)
    }, pauseMsMax[topic])
  tellers.set(name, tell)
  tell(id)
}

/** After the stream of events was interrupted: anything may have changed. */
export const invalidateAll = (): Promise<void> => queries.invalidateQueries()

/** Of a page that has just loaded: what was fetched before the stream was open, and may have changed between. */
export function invalidateFetched(): Promise<void> {
  const { session: _, ...live } = topics
  const operations: ReadonlySet<string> = new Set([...Object.values(live).flat(), ...searches])
  return queries.invalidateQueries({
    predicate: ({ queryKey: [, operation], state }) =>
      state.dataUpdatedAt > 0 && operations.has(String(operation)),
  })
}
