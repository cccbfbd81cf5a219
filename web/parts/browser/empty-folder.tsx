import { EmptyState } from '../../ui/page/empty-state.tsx'
import { filesWords } from '../../words/words.ts'
import type { FolderId } from '../item/item.ts'
import { baseUrlOf } from '../key/first-call.ts'
import { useSession } from '../session/session.ts'
import { UploadButton } from './upload-buttons.tsx'

interface EmptyFolderProps {
  readonly workspace: string
  readonly folder: FolderId
}

export function EmptyFolder({ workspace, folder }: EmptyFolderProps) {
  const { installation } = useSession()
  const place = folder === null ? {} : { parent_id: folder }
  return (
    <EmptyState
      sentence={filesWords.browser.empty}
      action={<UploadButton workspace={workspace} folder={folder} />}
      curl={{
        url: `${baseUrlOf('files', installation)}/files`,
        form: { ...place, file: '@hello.txt' },
      }}
    />
  )
}
