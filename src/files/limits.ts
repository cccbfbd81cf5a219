const gibibyte = 1024 ** 3

/** One file in one request: docs/api/uploads.md#limits. */
export const simpleUploadBytesMax = 5 * gibibyte

/** One file in chunks: docs/api/uploads.md#limits. */
export const chunkedUploadBytesMax = 100 * gibibyte

/** A folder listing stops there: docs/api/files.md#listing. */
export const listedItemsMax = 5000
