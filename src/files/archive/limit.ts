import type { EndpointLimit } from '../../api/endpoint.ts'

const gibibyte = 1024 ** 3

/** Items beneath a folder that is compressed or downloaded: docs/api/files.md#limits. */
export const archiveItemsMax = 10_000

/** The most bytes that are compressed at once: docs/api/files.md#limits. */
export const compressedInputBytesMax = 10 * gibibyte

/** Copy, compress and unzip count together: docs/api/files.md#limits. */
export const archiveLimit: EndpointLimit = {
  group: 'archive',
  windowSeconds: 600,
  perCredentialMax: 30,
  perUserMax: 60,
}
