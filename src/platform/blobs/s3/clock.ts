import { HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3'
import { monotonicMs, systemClock } from '../../clock.ts'
import { singleFlight } from '../../concurrency/single-flight.ts'

/** Servers tolerate 15 minutes of skew, but jumps add up. Gradual adjustment stays below this. */
const jumpMs = 60_000
const askMsMax = 5_000

const sinceMonotonic = (): number => systemClock.now().getTime() - monotonicMs()

/** After a clock jump the next request is refused, and a stream can't be sent again, so a small request goes first. */
export function followClock(client: S3Client, bucket: string, clockMs: () => number = sinceMonotonic): void {
  let known = clockMs()

  const askTheTime = singleFlight(async () => {
    const nowMs = clockMs()
    try {
      const abortSignal = AbortSignal.timeout(askMsMax)
      await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal })
      known = nowMs
    } catch (error) {
      // A refusal has a date too. Without a response the next request asks again.
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
