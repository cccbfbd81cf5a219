import type { Installed } from '../console/doctor/check.ts'
import type { Instance } from './instance.ts'
import { originNames, type OriginName } from './roles.ts'

/** `served` are the origins of this process. */
export const installedOf = (
  { config, dataDir }: Instance,
  served: readonly OriginName[] = [],
): Installed => ({
  dataDir,
  toldOrigins: originNames.filter(
    (name) => served.includes(name) || config.publicOrigins[name] !== undefined,
  ),
  redisUrl: config.redisUrl,
  blobsDirectory: config.blobs.kind === 'directory' ? config.blobs.directory : undefined,
})
