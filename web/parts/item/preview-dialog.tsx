import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef } from 'react'
import { ApiError } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useLast } from '../../ui/use-last.ts'
import { filesWords } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import type { Item } from './item.ts'

const words = filesWords.preview

interface PreviewDialogProps {
  /** `?preview={file}`. Undefined: closed. */
  readonly file: string | undefined
  /** What *Previous* and *Next* go through. */
  readonly items: readonly Item[]
  readonly onShow: (file: string) => void
  readonly onClose: () => void
}

const Preview = lazy(() => import('../preview/preview.tsx').then(({ Preview }) => ({ default: Preview })))

/** A file on the whole screen: in the list, or by its ID alone. */
export function PreviewDialog({ file, items, onShow, onClose }: PreviewDialogProps) {
  const { id: workspace } = useWorkspace()
  const shown = useLast(file)
  const stage = useRef<HTMLDivElement>(null)
  const listed = items.find(({ id }) => id === shown)
  const { data, error, refetch } = useQuery({
    ...read('files.getFile', { workspace, id: shown ?? '' }),
    enabled: file !== undefined && listed === undefined,
  })
  const item = listed ?? (data?.id === shown ? data : undefined)
  return (
    <Dialog
      open={file !== undefined}
      onClose={onClose}
      title={item ? <bdi>{item.name}</bdi> : words.title}
      size="full"
      initialFocus={stage}
    >
      {item ? (
        <Suspense fallback={<Skeleton lines={12} />}>
          <Preview
            workspace={workspace}
            item={item}
            files={items.filter(({ type }) => type === 'file')}
            stage={stage}
            onShow={onShow}
          />
        </Suspense>
      ) : error instanceof ApiError && error.status === 404 ? (
        <p>{words.notFound}</p>
      ) : error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={12} />
      )}
    </Dialog>
  )
}
