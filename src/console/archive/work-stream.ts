import { Readable } from 'node:stream'
import type { Context } from '../../api/context.ts'
import type { Call } from '../../api/endpoint.ts'
import { toProblem } from '../../api/failure.ts'
import type { Report } from '../../files/archive/progress.ts'
import { monotonicMs } from '../../platform/clock.ts'
import { console } from '../service.ts'

const reportEveryMs = 250

/**
 * Server-sent events of work that a request waits for: `progress` with `{done, total}`, then `done` with its result or
 * `failed` with the error. Throws failures before the first progress, so that they are answered as usual. Work that the
 * client leaves gets an aborted `call.signal`.
 */
export async function workStream(
  { log, call }: Pick<Context, 'log'> & { readonly call: Call },
  work: (report: Report) => Promise<object>,
): Promise<() => Readable> {
  const stream = new Readable({ read: () => undefined })
  const accepted = Promise.withResolvers<void>()
  let nextMs = 0

  function send(event: string, data: object): void {
    if (!stream.destroyed) stream.push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  const worked = work((done, total) => {
    accepted.resolve()
    const nowMs = monotonicMs()
    if (nowMs < nextMs) return
    nextMs = nowMs + reportEveryMs
    send('progress', { done, total })
  })
  await Promise.race([accepted.promise, worked])
  void worked
    .then(
      (result) => send('done', result),
      (error: unknown) => send('failed', failureOf(error, { log, call })),
    )
    .finally(() => {
      if (!stream.destroyed) stream.push(null)
    })
  return () => stream
}

function failureOf(error: unknown, { log, call }: Pick<Context, 'log'> & { readonly call: Call }): object {
  const { requestId: id, signal } = call
  const { problem, unexpected } = toProblem(error, console.profile, undefined, id)
  if (unexpected && !signal.aborted) log.error({ err: error, request_id: id }, 'failed')
  const { code, message, status, details } = problem
  return { status, code, message, ...(details && { details }) }
}
