import type { SitePage } from '../../api/pages/page.ts'
import { downloadEntry } from './download-entry.ts'
import { previewEntry } from './preview-entry.ts'
import { showEntry } from './show-entry.ts'
import { thumbnailEntry } from './thumbnail-entry.ts'
import { unlockLink } from './unlock-link.ts'

export const linkPages: readonly SitePage[] = [
  showEntry,
  unlockLink,
  downloadEntry,
  previewEntry,
  thumbnailEntry,
]
