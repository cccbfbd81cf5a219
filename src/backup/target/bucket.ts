import { describeBlobs, openBlobs, type BlobsConfig } from '../../platform/blobs/setup/open.ts'
import { archiveSuffix } from '../archive/format.ts'
import { archiveBeginning } from './archive-name.ts'
import { newestFirst, noArchive, poolFolder, storedArchive, type Target, type TargetTools } from './target.ts'

type BucketConfig = Extract<BlobsConfig, { kind: 's3' }>

/** Does not call the server yet. */
export async function openBucket(config: BucketConfig, tools: TargetTools): Promise<Target> {
  // The client loads slowly and most installations don't need it.
  const { openNamedObjects } = await import('../../platform/blobs/s3/named-objects.ts')
  const objects = openNamedObjects({ ...config, ...tools })
  const blobs = await openBlobs({ ...config, prefix: `${config.prefix}${poolFolder}/` }, tools)
  const place = describeBlobs(config)
  return {
    name: place,
    directory: undefined,
    async list() {
      const found = await objects.list()
      return newestFirst(found.filter(({ name }) => name.endsWith(archiveSuffix)).map(storedArchive))
    },
    async read(name) {
      const found = await objects.read(name)
      if (!found) throw noArchive(name, place)
      return found
    },
    async write(name, source) {
      const { sizeBytes } = await objects.write(name, source)
      return storedArchive({ name, sizeBytes, writtenAt: tools.clock.now() })
    },
    remove: objects.remove,
    removeUnfinished: () => objects.removeUnfinished(archiveBeginning),
    blobs,
    close() {
      objects.close()
      blobs.close()
    },
  }
}
