import type { Clock } from '../../clock.ts'
import type { Log } from '../../log/log.ts'
import type { Random } from '../../random.ts'
import { openLocalBlobs } from '../local/store.ts'
import type { S3BlobsOptions } from '../s3/server.ts'
import type { BlobStore } from '../store.ts'

export type BlobsConfig =
  | { readonly kind: 'directory'; readonly directory: string }
  | ({ readonly kind: 's3' } & Omit<S3BlobsOptions, 'log' | 'random' | 'idleMs'>)

export interface OpenedBlobs extends BlobStore {
  readonly close: () => void
}

export async function openBlobs(
  config: BlobsConfig,
  { clock, log, random }: { readonly clock: Clock; readonly log: Log; readonly random: Random },
): Promise<OpenedBlobs> {
  if (config.kind === 'directory')
    return { ...openLocalBlobs({ directory: config.directory, clock, log, random }), close: () => {} }
  // The client loads slowly and most installations don't need it.
  const { openS3Blobs } = await import('../s3/store.ts')
  return openS3Blobs({ ...config, log, random })
}

/** For the banner; contains no keys. */
export function describeBlobs(config: BlobsConfig): string {
  if (config.kind === 'directory') return `directory ${config.directory}`
  const { bucket, endpoint, prefix, region } = config
  return `S3 bucket ${bucket}${prefix && `, ${prefix}`} at ${endpoint ?? `Amazon, ${region}`}`
}
