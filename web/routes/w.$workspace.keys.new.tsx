import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useBlocker } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Data } from '../api/call.ts'
import { read } from '../api/queries.ts'
import { draftLike, newDraft, type Draft } from '../parts/key/draft.ts'
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { keyWords } from '../words/words.ts'

/** The head and the frame are there at once. */
const KeyForm = lazy(() => import('../parts/key/key-form.tsx').then(({ KeyForm }) => ({ default: KeyForm })))
const CreatedDialog = lazy(() =>
  import('../parts/key/created-dialog.tsx').then(({ CreatedDialog }) => ({ default: CreatedDialog })),
)

interface Search {
  /** The key that the new one resembles. */
  readonly like?: number
}

export const Route = createFileRoute('/w/$workspace/keys/new')({
  validateSearch: ({ like }: Record<string, unknown>): Search => (typeof like === 'number' ? { like } : {}),
  component: NewKey,
})

function NewKey() {
  const { workspace } = Route.useParams()
  const { like } = Route.useSearch()
  return (
    <>
      <Breadcrumbs above={[{ label: keyWords.title, to: `/w/${workspace}/keys` }]} />
      <PageHead title={keyWords.create} />
      {like === undefined ? <Creation initial={newDraft()} /> : <CreationLike key={like} id={like} />}
    </>
  )
}

function CreationLike({ id }: { readonly id: number }) {
  const { workspace } = Route.useParams()
  const { data, error, refetch } = useQuery(read('getKey', { workspace, id }))
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  return data ? <Creation initial={draftLike(data)} /> : <Skeleton lines={12} />
}

function Creation({ initial }: { readonly initial: Draft }) {
  const { workspace } = Route.useParams()
  const navigate = Route.useNavigate()
  const [created, setCreated] = useState<Data<'createKey'>>()
  const saved = useRef(false)
  // Going back would lose the key as well.
  useBlocker({
    disabled: created === undefined,
    shouldBlockFn: () => !saved.current,
    enableBeforeUnload: () => !saved.current,
  })
  const close = () => {
    saved.current = true
    void navigate({ to: '/w/$workspace/keys', params: { workspace } })
  }
  return (
    <>
      <Suspense fallback={<Skeleton lines={12} />}>
        <KeyForm initial={initial} onCreated={setCreated} />
      </Suspense>
      <Suspense>
        <CreatedDialog created={created} onDone={close} />
      </Suspense>
    </>
  )
}
