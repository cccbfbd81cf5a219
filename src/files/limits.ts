const gibibyte = 1024 ** 3

/** One file in one request: docs/api/uploads.md#limits. */
export const simpleUploadBytesMax = 5 * gibibyte

/** One file in chunks: docs/api/uploads.md#limits. */
export const chunkedUploadBytesMax = 100 * gibibyte

/** Requests of chunked uploads a minute: enough for 100 MB a second in chunks of 5 MB. docs/api/keys.md#limits */
export const uploadRequestsPerMinute = 1500

/** How deep folders may nest: a folder at the root is 1 deep. Files may be in the deepest. */
export const folderDepthMax = 100

/** A folder listing stops here: docs/api/files.md#listing. */
export const listedItemsMax = 5000
