import type { EndpointLimit } from '../api/endpoint.ts'

const gibibyte = 1024 ** 3

/** docs/api/uploads.md#limits */
export const simpleUploadBytesMax = 5 * gibibyte

/** docs/api/uploads.md#limits */
export const chunkedUploadBytesMax = 100 * gibibyte

/** Enough for 100 MB a second in chunks of 5 MB: docs/api/keys.md#limits. */
export const uploadRequestsPerMinute = 1500

/** A folder at the root has depth 1. */
export const folderDepthMax = 100

/** docs/api/files.md#listing */
export const listedItemsMax = 5000

/** Items beneath a folder that is compressed, downloaded or copied: docs/api/files.md#limits. */
export const archiveItemsMax = 10_000

/** Copy, compress and unzip share it: docs/api/files.md#limits. */
export const archiveLimit: EndpointLimit = {
  group: 'archive',
  windowSeconds: 600,
  perCredentialMax: 30,
  perUserMax: 60,
}
