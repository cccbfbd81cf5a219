import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { ApiError } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useLast } from '../../ui/use-last.ts'
import { shareWords as words } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'

interface ShareDialogProps {
  /** `?share={item}`. Undefined: closed. */
  readonly item: string | undefined
  readonly onClose: () => void
}

const ShareForm = lazy(() => import('./share-form.tsx').then(({ ShareForm }) => ({ default: ShareForm })))
const Openings = lazy(() => import('./openings.tsx').then(({ Openings }) => ({ default: Openings })))

/** Who may open a file or folder by its link, and who opened it. */
export function ShareDialog({ item: id, onClose }: ShareDialogProps) {
  const { id: workspace } = useWorkspace()
  const shown = useLast(id)
  const { data, error, refetch } = useQuery({
    ...read('files.getFile', { workspace, id: shown ?? '' }),
    enabled: id !== undefined,
  })
  const note = useQuery({
    ...read('getShareNote', { workspace, file_id: shown ?? '' }),
    enabled: id !== undefined && data?.id === id,
  })
  const item = data?.id === shown ? data : undefined
  const title = item ? (
    <>
      {words.share} <bdi>{item.name}</bdi>
    </>
  ) : (
    words.loading
  )
  return (
    <Dialog open={id !== undefined} onClose={onClose} title={title} size="form">
      {item ? (
        <Suspense fallback={<Skeleton lines={12} />}>
          <ShareForm key={item.id} item={item} message={note.data?.message ?? ''} onClose={onClose} />
          <Openings of={item.id} />
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
