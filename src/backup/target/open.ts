import type { BlobsConfig } from '../../platform/blobs/setup/open.ts'
import { openBucket } from './bucket.ts'
import { openDirectory } from './directory.ts'
import type { Target, TargetTools } from './target.ts'

/** The caller closes it. Throws OperatorError if the directory is a file or cannot be looked at. */
export const openTarget = (location: BlobsConfig, tools: TargetTools): Promise<Target> =>
  location.kind === 'directory' ? openDirectory(location.directory, tools) : openBucket(location, tools)
