import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { busy } from '../../uploads/presence.ts'
import { useValue } from '../../uploads/use-value.ts'
import { Button } from '../../ui/action/button.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { shellWords, uiWords } from '../../words/words.ts'
import { hasNewVersion } from '../shell/new-version.ts'
import { Notice } from './notice.tsx'

/** In place of a page that threw or could not be loaded. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const uploading = useValue(busy)
  const queryErrors = useQueryErrorResetBoundary()
  const retry = () => {
    queryErrors.reset()
    reset()
    void router.invalidate()
  }
  if (hasNewVersion() && uploading)
    return <Notice title={shellWords.newVersion.title} sentence={shellWords.newVersion.uploading} />
  if (hasNewVersion())
    return (
      <Notice {...shellWords.newVersion}>
        <Button kind="filled" icon="refresh" onClick={() => location.reload()}>
          {uiWords.reload}
        </Button>
      </Notice>
    )
  return (
    <>
      <PageHead title={shellWords.pageFailed} />
      <ErrorPanel error={error} onRetry={retry} />
    </>
  )
}
