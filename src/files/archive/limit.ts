import type { EndpointLimit } from '../../api/endpoint.ts'

const gibibyte = 1024 ** 3

/** docs/api/files.md#limits */
export const archiveItemsMax = 10_000

/** docs/api/files.md#limits */
export const compressedInputBytesMax = 10 * gibibyte

/** Copy, compress and unzip share it: docs/api/files.md#limits. */
export const archiveLimit: EndpointLimit = {
  group: 'archive',
  windowSeconds: 600,
  perCredentialMax: 30,
  perUserMax: 60,
}
