import type { Job } from '../api/job.ts'
import { requestThumbnails } from './unzip/thumbnails.ts'
import { digestBlob } from './blob/digest-blob.ts'
import { redigestBlob, redigestBlobs } from './blob/redigest-blobs.ts'
import { repackBlobs } from './blob/repack-blobs.ts'
import { sweepBlobs } from './blob/sweep-blobs.ts'
import { sweepOrphanBlobs } from './blob/sweep-orphan-blobs.ts'
import { indexNames } from './search/index-names.ts'
import { sweepNames } from './search/sweep-names.ts'
import { expireShares } from './share/expire-shares.ts'
import { purgeShareAccesses } from './link/purge-share-accesses.ts'
import { recountStorage } from './usage/recount-storage.ts'
import { makeThumbnail } from './thumbnail/make-thumbnail.ts'
import { expireUploads } from './upload/expire-uploads.ts'

export const jobs: readonly Job[] = [
  digestBlob,
  makeThumbnail,
  requestThumbnails,
  expireUploads,
  sweepBlobs,
  sweepOrphanBlobs,
  redigestBlob,
  redigestBlobs,
  repackBlobs,
  recountStorage,
  indexNames,
  sweepNames,
  expireShares,
  purgeShareAccesses,
]
