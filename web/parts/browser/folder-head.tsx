import { SkeletonLine } from '../../ui/page/skeleton.tsx'
import type { FolderId } from '../item/item.ts'
import { SearchBox } from '../item/search-box.tsx'
import styles from './folder-head.module.css'
import { Path, type Crumb } from './path.tsx'
import type { BrowserSearch } from '../item/place.ts'
import { NewMenu, UploadButton } from './upload-buttons.tsx'

interface FolderHeadProps {
  readonly workspace: string
  readonly folder: FolderId
  /** Undefined: it is loading. */
  readonly path: readonly Crumb[] | undefined
  readonly search: BrowserSearch
  readonly onCreateFolder: () => void
  /** False where the empty folder itself offers it. */
  readonly hasUpload: boolean
}

/** Where one is, the search, and what can be added. */
export function FolderHead({ workspace, folder, path, search, onCreateFolder, hasUpload }: FolderHeadProps) {
  const { sort, order, view } = search
  return (
    <div className={styles.head}>
      {path ? (
        <Path workspace={workspace} path={path} search={{ sort, order, view }} />
      ) : (
        <div className={styles.waiting}>
          <SkeletonLine />
        </div>
      )}
      <div className={styles.actions}>
        <SearchBox />
        <NewMenu workspace={workspace} folder={folder} onCreateFolder={onCreateFolder} />
        {hasUpload && <UploadButton workspace={workspace} folder={folder} />}
      </div>
    </div>
  )
}
