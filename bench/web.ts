import { benchRows } from './rows.ts'
import { measureFolders } from './web/folders.ts'
import { measureScrolling } from './web/scrolling.ts'
import { measureSearch } from './web/search.ts'
import { openWebWorld } from './web/world.ts'

// `npm run bench -- web`: the web app in Chromium, in a workspace of 100,000 files.

export const benchWeb = (names: readonly string[]): Promise<void> =>
  benchRows(
    names,
    { folders: measureFolders, scrolling: measureScrolling, search: measureSearch },
    openWebWorld,
  )
