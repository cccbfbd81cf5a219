const gibibyte = 1024 ** 3

/** One file in one request: files.md 8. */
export const simpleUploadBytesMax = 5 * gibibyte

/** One file in chunks: files.md 8. */
export const chunkedUploadBytesMax = 100 * gibibyte

/** A folder listing stops there: files.md 8. */
export const listedItemsMax = 5000
