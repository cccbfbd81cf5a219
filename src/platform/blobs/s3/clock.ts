import { HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3'
import { monotonicMs, systemClock } from '../../clock.ts'
import { singleFlight } from '../../concurrency/single-flight.ts'

/** Far below the quarter of an hour that servers bear with, since jumps add up; a clock that is slewed stays below. */
const jumpMs = 60_000
/** All callers wait for this one request. */
const askMsMax = 5_000

const sinceMonotonic = (): number => systemClock.now().getTime() - monotonicMs()

/**
 * Signatures carry the time, and the client learns from each answer how far its clock is from the server's. When the
 * clock of this machine was set since, the next request is refused, and one that carries a stream cannot be sent
 * again. So a small request goes ahead of the first one after a jump. `clockMs` is the clock less the time that passed,
 * which stays the same until the clock is set.
 */
export function followClock(client: S3Client, bucket: string, clockMs: () => number = sinceMonotonic): void {
  let known = clockMs()

  const askTheTime = singleFlight(async () => {
    const nowMs = clockMs()
    try {
      const abortSignal = AbortSignal.timeout(askMsMax)
      await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal })
      known = nowMs
    } catch (error) {
      // A refusal has a date too. Without any answer the next request asks again.
      if (isAnswer(error)) known = nowMs
    }
  })

  client.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        if (commandName !== HeadBucketCommand.name && Math.abs(clockMs() - known) > jumpMs) await askTheTime()
        return next(request)
      },
    { step: 'initialize', name: 'followClock' },
  )
}

const isAnswer = (error: unknown): boolean =>
  (error as { readonly $metadata?: { readonly httpStatusCode?: number } } | null)?.$metadata
    ?.httpStatusCode !== undefined
