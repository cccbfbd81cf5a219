import type { EndpointLimit } from '../../api/endpoint.ts'

const gibibyte = 1024 ** 3

/** Items beneath a folder that is compressed or downloaded: files.md 8. */
export const archiveItemsMax = 10_000

/** What is compressed measures at most so much: files.md 8. */
export const compressedInputBytesMax = 10 * gibibyte

/** Copy, compress and unzip count together: files.md 8. */
export const archiveLimit: EndpointLimit = {
  group: 'archive',
  windowSeconds: 600,
  perKeyMax: 30,
  perUserMax: 60,
}
