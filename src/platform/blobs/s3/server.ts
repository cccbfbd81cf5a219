import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import type { Log } from '../../log/log.ts'
import type { Random } from '../../random.ts'
import type { BufferPool } from '../buffer-pool.ts'
import { followClock } from './clock.ts'
import { BlobStoreFull, BlobStoreUnavailable } from '../store.ts'
import type { FairLimiter } from '../../concurrency/fair-limiter.ts'

export interface S3BlobsOptions {
  readonly bucket: string
  /** Key prefix; empty or ends with a slash. The store owns everything below it. */
  readonly prefix: string
  readonly region: string
  readonly endpoint: string | undefined
  /** Undefined: the SDK's default chain, which includes the machine's role. */
  readonly credentials: S3Credentials | undefined
  readonly log: Log
  readonly random: Random
  readonly idleMs?: number
}

export interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | undefined
}

export interface S3Store extends Required<S3BlobsOptions> {
  /** Times out until the response begins; the reader watches the body. */
  readonly reading: S3Client
  readonly writing: S3Client
  readonly writers: FairLimiter
  readonly partWriters: FairLimiter
  readonly pool: BufferPool
  readonly uploads: Set<string>
}

const attemptsMax = 3
const connectMs = 5_000
const readSocketsMax = 256
const writeSocketsMax = 128
/** Shorter than servers' idle time-outs, because a stream cannot be repeated after a closed connection. */
const keepAliveMs = 4_000

/** The caller destroys them. */
export function openClients(options: Required<S3BlobsOptions>): Pick<S3Store, 'reading' | 'writing'> {
  const { bucket, credentials, endpoint, idleMs, log, region } = options
  const logger = quietLogger(log)
  const client = (requestHandler: NonNullable<S3ClientConfig['requestHandler']>): S3Client => {
    const opened = new S3Client({
      region,
      requestHandler,
      logger,
      maxAttempts: attemptsMax,
      // Servers other than Amazon's refuse the checksums that newer clients add to streams.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // "100 Continue" costs a round trip and a connection per request.
      expectContinueHeader: false,
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      ...(credentials && { credentials: identity(credentials) }),
    })
    followClock(opened, bucket)
    return opened
  }
  const sockets = (maxSockets: number) => {
    const agent = { keepAlive: true, maxSockets, timeout: keepAliveMs }
    return { httpAgent: agent, httpsAgent: agent, connectionTimeout: connectMs, logger }
  }
  return {
    reading: client({ ...sockets(readSocketsMax), requestTimeout: idleMs, throwOnRequestTimeout: true }),
    writing: client({ ...sockets(writeSocketsMax), socketTimeout: idleMs }),
  }
}

/** The SDK logs commands and failures that it also throws. */
function quietLogger(log: Log) {
  const note = (message: unknown): void => log.debug({ note: String(message) }, 'note of the S3 client')
  return { trace: () => {}, debug: () => {}, info: () => {}, warn: note, error: note }
}

function identity({ accessKeyId, secretAccessKey, sessionToken }: S3Credentials) {
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
}

interface Failure {
  readonly name: string
  readonly message: string
  readonly status: number | undefined
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), status: undefined }
  const metadata = '$metadata' in error ? error.$metadata : undefined
  const status =
    typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
      ? metadata.httpStatusCode
      : undefined
  return {
    name: error.name,
    message: error.message,
    status: typeof status === 'number' ? status : undefined,
  }
}

export const isRefusal = (error: unknown, ...names: readonly string[]): boolean =>
  error instanceof Error && names.includes(failureOf(error.cause).name)

const fullNames = ['QuotaExceeded', 'XMinioStorageFull', 'StorageFull', 'InsufficientStorage']
/** The SDK corrects its clock by the response, so the retry succeeds. */
const passingNames = [
  'RequestTimeTooSkewed',
  'RequestExpired',
  'RequestInTheFuture',
  'RequestTimeout',
  'SlowDown',
]

function asStoreError({ bucket }: S3Store, doing: string, error: unknown): Error {
  const { name, message, status } = failureOf(error)
  const sentence = `The S3 bucket ${bucket} could not ${doing}: ${name}: ${message || `status ${status}`}`
  if (status === 507 || fullNames.includes(name)) return new BlobStoreFull(sentence, { cause: error })
  const passes =
    status === undefined
      ? name !== 'CredentialsProviderError'
      : status >= 500 || status === 429 || status === 408 || passingNames.includes(name)
  return passes ? new BlobStoreUnavailable(sentence, { cause: error }) : new Error(sentence, { cause: error })
}

/** Maps errors of a request to those of the store. `doing` is like "write a blob". An abort rejects with its reason. */
export async function ask<Answer>(
  store: S3Store,
  doing: string,
  request: Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  try {
    return await request
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    throw asStoreError(store, doing, error)
  }
}

export const addressOf = ({ bucket, prefix }: S3Store, key: string) => ({
  Bucket: bucket,
  Key: `${prefix}${key}`,
})
