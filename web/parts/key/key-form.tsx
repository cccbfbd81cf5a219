import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, type Data } from '../../api/call.ts'
import { queries } from '../../api/queries.ts'
import { LinkButton } from '../../ui/action/link-button.tsx'
import { Form, FormActions, FormSection, SubmitButton } from '../../ui/form/form.tsx'
import { useNow } from '../../ui/now.ts'
import { keyWords, uiWords } from '../../words/words.ts'
import { useWorkspace, type Workspace } from '../session/session.ts'
import { checkDraft, lacksFolder } from './check-draft.ts'
import { bodyOf, type Draft } from './draft.ts'
import { GeneralSection } from './general-section.tsx'
import styles from './key.module.css'
import { LimitsSection } from './limits-section.tsx'
import { useObstacle } from './obstacle.ts'
import { numbersQuery, RestrictionsSection } from './restrictions-section.tsx'
import { ScopesSection } from './scopes-section.tsx'
import { summaryOf } from './summary.ts'

const words = keyWords.form

interface KeyFormProps {
  readonly initial: Draft
  readonly onCreated: (created: Data<'createKey'>) => void
}

export function KeyForm({ initial, onCreated }: KeyFormProps) {
  const workspace = useWorkspace()
  const id = String(workspace.id)
  const [draft, setDraft] = useState(initial)
  const [asksForFolder, setAsksForFolder] = useState(false)
  const chooseFolder = useRef<HTMLButtonElement>(null)
  const obstacle = useObstacle(draft.service, workspace)
  const section = { draft, onChange: setDraft }
  const submit = async () => {
    const now = new Date()
    checkDraft(draft, now)
    setAsksForFolder(lacksFolder(draft))
    if (lacksFolder(draft)) {
      chooseFolder.current?.focus()
      return
    }
    const { data } = await call('createKey', { workspace: id, body: bodyOf(draft, now) })
    // The list starts anew, so that the key does not wait as a new row.
    queries.removeQueries({ queryKey: [id, 'listKeys'] })
    onCreated(data)
  }
  return (
    <Form wide onSubmit={submit}>
      <GeneralSection {...section} workspace={workspace} obstacle={obstacle} />
      <ScopesSection {...section} />
      <LimitsSection {...section} />
      <RestrictionsSection
        {...section}
        workspace={workspace}
        chooseFolder={chooseFolder}
        folderError={asksForFolder && lacksFolder(draft) ? words.folderNeeded : undefined}
      />
      <FormSection title={words.summary}>
        <Summary draft={draft} workspace={workspace} />
      </FormSection>
      <FormActions>
        <SubmitButton disabledReason={obstacle?.kind === 'plan' ? undefined : obstacle?.sentence}>
          {keyWords.create}
        </SubmitButton>
        <LinkButton to="/w/$workspace/keys" params={{ workspace: id }}>
          {uiWords.cancel}
        </LinkButton>
      </FormActions>
    </Form>
  )
}

function Summary({ draft, workspace }: { readonly draft: Draft; readonly workspace: Workspace }) {
  const now = useNow()
  const { data } = useQuery({ ...numbersQuery(workspace), enabled: draft.numberId !== undefined })
  const number = data?.numbers.find(({ id }) => id === draft.numberId)
  return <p className={styles.summary}>{summaryOf(draft, now, number?.display)}</p>
}
