import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { ApiError, type Input, type OperationId } from './call.ts'
import {
  invalidate,
  invalidateAll,
  invalidateFetched,
  queries,
  read,
  readAnswer,
  readPages,
} from './queries.ts'
import { topics } from './topics.ts'

const id = 'listKeys' as OperationId
const input = { workspace: 18, query: { state: 'active' } } as unknown as Input<OperationId>

const failure = (status: number, code: string, retryAfterSeconds?: number) =>
  new ApiError({ status, code, message: 'x', retryAfterSeconds })

describe('queries', () => {
  test('are kept by workspace, operation and input', () => {
    const key = ['18', 'listKeys', input]
    expect(read(id, input).queryKey).toEqual(key)
    expect(readAnswer(id, input).queryKey).toEqual(key)
    expect(readPages(id, input).queryKey).toEqual([...key, 'pages'])
    expect(read(id, {}).queryKey[0]).toBeUndefined()
  })

  test('are tried again twice, if waiting may help', () => {
    const { retry } = queries.getDefaultOptions().queries ?? {}
    if (typeof retry !== 'function') throw new Error('Queries decide whether they are tried again.')
    for (const [error, again] of [
      [failure(0, 'network'), true],
      [failure(503, 'busy'), true],
      [failure(404, 'key_not_found'), false],
      [failure(429, 'rate_limited'), false],
      [new Error('a fault of the client'), false],
    ] as const) {
      expect(retry(1, error)).toBe(again)
      expect(retry(2, error)).toBe(false)
    }
    expect(queries.getDefaultOptions().mutations?.retry).toBe(false)
  })

  test('wait before the next try, for as long as the server asks', () => {
    const { retryDelay } = queries.getDefaultOptions().queries ?? {}
    if (typeof retryDelay !== 'function') throw new Error('Queries have a pause.')
    expect(retryDelay(0, failure(0, 'network'))).toBe(500)
    expect(retryDelay(1, failure(0, 'network'))).toBe(1000)
    expect(retryDelay(0, failure(503, 'busy', 3))).toBe(3000)
    expect(retryDelay(0, failure(503, 'busy', 3000))).toBe(30_000)
  })

  test('show the data of an answer, and the rows of all pages', () => {
    const answers = [
      { data: [1, 2], meta: { next_before: 2 } },
      { data: [3], meta: { next_before: null } },
    ] as never[]
    expect(read(id, input).select?.(answers[0] as never)).toEqual([1, 2])
    const { select, getNextPageParam } = readPages(id, input)
    expect(select?.({ pages: answers, pageParams: [] })).toEqual([1, 2, 3])
    expect(getNextPageParam(answers[0] as never, [], undefined, [])).toBe(2)
    expect(getNextPageParam(answers[1] as never, [], undefined, [])).toBeUndefined()
  })

  test('go stale when the stream opens, if it was open too late for them', async () => {
    const keys = [
      ['18', 'listConversations', 'early'],
      [undefined, 'getSession', {}],
      ['18', 'listRequests', {}],
    ]
    for (const key of keys) queries.setQueryData(key, 'data')
    await invalidateFetched()
    expect(keys.map((queryKey) => queries.getQueryState(queryKey)?.isInvalidated)).toEqual([
      true,
      false,
      false,
    ])
    queries.clear()
  })

  test('go stale by topic, in one workspace', async () => {
    const [operation] = Object.values(topics).flat() as readonly string[]
    const keys = [
      ['18', operation ?? 'listKeys', {}],
      ['19', operation ?? 'listKeys', {}],
    ]
    for (const key of keys) queries.setQueryData(key, 1)
    for (const topic of Object.keys(topics) as (keyof typeof topics)[]) await invalidate(18, topic)
    const stale = keys.map((key) => queries.getQueryState(key)?.isInvalidated)
    expect(stale).toEqual([operation !== undefined, false])
    await invalidateAll()
    expect(keys.map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual([true, true])
    queries.clear()
  })

  test('of one thing stay fresh when another one changes', async () => {
    const keys = ['a', 'b', undefined].map((of) => ['18', 'files.listFiles', of ?? 'any'] as const)
    for (const [index, of] of ['a', 'b', undefined].entries())
      queries
        .getQueryCache()
        .build(queries, { queryKey: keys[index] ?? [], ...(of !== undefined && { meta: { files: of } }) }, {
          data: 1,
          dataUpdatedAt: 1,
        } as never)
    await invalidate(18, 'files', 'a')
    const stale = () => keys.map((key) => queries.getQueryState(key)?.isInvalidated)
    expect(stale()).toEqual([true, undefined, true])
    await invalidate(18, 'files')
    expect(stale()).toEqual([true, true, true])
    queries.clear()
  })

  test('are read once more, and not again and again, when changes arrive during a refetch', async () => {
    let reads = 0
    const observer = new QueryObserver(queries, {
      queryKey: ['18', 'files.listFiles', 'slow'],
      queryFn: () => new Promise((resolve) => setTimeout(resolve, 20, ++reads)),
    })
    const stop = observer.subscribe(() => undefined)
    await Promise.all([1, 2, 3, 4].map(() => invalidate(18, 'files', 'slow')))
    expect(observer.getCurrentResult().data).toBe(2)
    await invalidate(18, 'files', 'slow')
    expect(reads).toBe(3)
    stop()
    queries.clear()
  })
})
