import { useRef } from 'react'
import { Button } from '../../ui/action/button.tsx'
import { pickedOf, upload } from '../../uploads/uploads.ts'
import { homeWords } from '../../words/words.ts'
import { useSession, useWorkspace } from '../session/session.ts'
import { StepCard } from './step-card.tsx'

const words = homeWords.upload

export function UploadCard({ done }: { readonly done: boolean | undefined }) {
  const workspace = useWorkspace()
  const { gateway_url: gateway } = useSession().installation
  const input = useRef<HTMLInputElement>(null)
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
        multiple
        hidden
        onChange={({ currentTarget }) => {
          if (currentTarget.files)
            upload({ workspace: String(workspace.id), folderId: null }, pickedOf(currentTarget.files))
          currentTarget.value = ''
        }}
      />
      <Button
        icon="upload"
        onClick={() => input.current?.click()}
        disabledReason={workspace.services.includes('files') ? undefined : words.notInPlan}
      >
        {words.choose}
      </Button>
    </StepCard>
  )
}
