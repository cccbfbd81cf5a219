import { useEffect, useRef, useState } from 'react'
import { invalidate } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { homeWords } from '../../words/words.ts'
import { useSession, useWorkspace } from '../session/session.ts'
import styles from './home.module.css'
import { StepCard } from './step-card.tsx'
import { fileBytesMax, uploadFile } from './upload-file.ts'

const words = homeWords.upload

interface Sending {
  readonly name: string
  readonly share: number
  readonly cancel: () => void
}

export function UploadCard({ done }: { readonly done: boolean | undefined }) {
  const workspace = useWorkspace()
  const { gateway_url: gateway } = useSession().installation
  const input = useRef<HTMLInputElement>(null)
  const { sending, stored, error, send } = useUpload(workspace.id)
  return (
    <StepCard
      title={words.title}
      sentence={words.sentence}
      done={done}
      service="files"
      call={{ url: `${gateway}/v1/files/files`, form: { file: '@README.md' } }}
    >
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file) void send(file)
        }}
      />
      {sending ? (
        <div className={styles.progress}>
          <progress aria-label={sending.name} value={sending.share} />
          <Button onClick={sending.cancel}>{words.cancel}</Button>
        </div>
      ) : (
        <Button
          icon="upload"
          onClick={() => input.current?.click()}
          disabledReason={workspace.services.includes('files') ? undefined : words.notInPlan}
        >
          {words.choose}
        </Button>
      )}
      <FormError error={error} />
      <output className={styles.outcome}>{stored !== undefined && words.stored(stored)}</output>
    </StepCard>
  )
}

/** One file at a time. Leaving the page asks first. */
function useUpload(workspace: number) {
  const [sending, setSending] = useState<Sending>()
  const [stored, setStored] = useState<string>()
  const [error, setError] = useState<unknown>()
  const busy = sending !== undefined
  useEffect(() => {
    if (!busy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [busy])
  const send = async (file: File): Promise<void> => {
    setStored(undefined)
    if (file.size > fileBytesMax) return setError(new Error(words.tooLarge))
    setError(undefined)
    const { done, cancel } = uploadFile(workspace, file, (share) =>
      setSending((now) => now && { ...now, share }),
    )
    setSending({ name: file.name, share: 0, cancel })
    try {
      await done
      setStored(file.name)
      await invalidate(workspace, 'files')
    } catch (reason) {
      if (!(reason instanceof DOMException)) setError(reason)
    } finally {
      setSending(undefined)
    }
  }
  return { sending, stored, error, send }
}
