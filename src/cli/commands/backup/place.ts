import { words } from '../../value.ts'

/** Of the commands that work on all backups in a place. */
export const backupPlace = {
  dir: {
    value: words('DIR'),
    description: 'a directory or s3://BUCKET?prefix=PATH (where nightly backups are)',
    optional: true,
  },
} as const
