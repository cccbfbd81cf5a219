import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode } from '../system-error.ts'
import { defineCollector, type Collector } from './collector.ts'

/** The directory may not exist yet. */
export async function diskOf(directory: string): Promise<StatsFs> {
  try {
    return await statfs(directory)
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || dirname(directory) === directory) throw error
    return diskOf(dirname(directory))
  }
}

export const diskCollector = (directories: Readonly<Record<string, string>>): Collector<unknown> =>
  defineCollector({
    gauges: {
      disk_free_bytes: 'Bytes that this user may still write to the disk of a directory.',
      disk_size_bytes: 'Bytes that the disk of a directory has in all.',
    },
    labels: ['directory'],
    read: () =>
      Promise.all(
        Object.entries(directories).map(async ([directory, path]) => {
          const { bavail, blocks, bsize } = await diskOf(path)
          const values = { disk_free_bytes: bavail * bsize, disk_size_bytes: blocks * bsize }
          return { labels: { directory }, values }
        }),
      ),
  })
