/** Media types of which thumbnails are made. No SVG, no PDF: drawing a stranger's document runs his instructions. */
const picturable = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/tiff'])

/** A picture of more bytes is not worth the memory. */
const pictureBytesMax = 64 * 1024 * 1024

/** Whether a thumbnail is made of a file of this media type and size. */
export const isPicturable = (mediaType: string, sizeBytes: number): boolean =>
  picturable.has(mediaType) && sizeBytes > 0 && sizeBytes <= pictureBytesMax
