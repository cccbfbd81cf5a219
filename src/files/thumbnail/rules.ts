/** Not SVG or PDF: drawing a document runs the instructions of its author. */
const picturable = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/tiff'])

const pictureBytesMax = 64 * 1024 * 1024

export const canHaveThumbnail = (mediaType: string, sizeBytes: number): boolean =>
  picturable.has(mediaType) && sizeBytes > 0 && sizeBytes <= pictureBytesMax
