import { statfs } from 'node:fs/promises'
import { defineSurvey, type Survey } from './survey.ts'

/** Room on the disks of these directories, by what the operator calls them. */
export const surveyDisks = (directories: Readonly<Record<string, string>>): Survey<unknown> =>
  defineSurvey({
    gauges: {
      disk_free_bytes: 'Bytes that this user may still write to the disk of a directory.',
      disk_size_bytes: 'Bytes that the disk of a directory has in all.',
    },
    labels: ['directory'],
    read: () =>
      Promise.all(
        Object.entries(directories).map(async ([directory, path]) => {
          const { bavail, blocks, bsize } = await statfs(path)
          const values = { disk_free_bytes: bavail * bsize, disk_size_bytes: blocks * bsize }
          return { labels: { directory }, values }
        }),
      ),
  })
