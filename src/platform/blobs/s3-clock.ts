import { HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3'
import { monotonicMs, systemClock } from '../clock.ts'

/** Servers bear with a quarter of an hour. */
const jumpMs = 60_000

const sinceMonotonic = (): number => systemClock.now().getTime() - monotonicMs()

/**
 * Signatures carry the time, and the client learns from each answer how far its clock is from the server's. When the
 * clock of this machine was set meanwhile, the next request is refused, and one that carries a stream cannot be sent
 * again. So a small request goes ahead of the first one after a jump. `clockMs` is the clock less the time that passed,
 * which stays the same until the clock is set.
 */
export function followClock(client: S3Client, bucket: string, clockMs: () => number = sinceMonotonic): void {
  let known = clockMs()
  let asking: Promise<void> | undefined

  async function askTheTime(): Promise<void> {
    known = clockMs()
    // Whatever it says, its date was read; what else may be wrong the request behind it will say.
    await client.send(new HeadBucketCommand({ Bucket: bucket })).catch(() => undefined)
    asking = undefined
  }

  client.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        if (Math.abs(clockMs() - known) > jumpMs) asking ??= askTheTime()
        if (commandName !== HeadBucketCommand.name) await asking
        return next(request)
      },
    { step: 'initialize', name: 'followClock' },
  )
}
