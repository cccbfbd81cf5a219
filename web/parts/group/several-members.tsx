import { useState } from 'react'
import { Button } from '../../ui/action/button.tsx'
import { Disclosure } from '../../ui/data/disclosure.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { groupWords } from '../../words/words.ts'
import { draftsIn, type Draft } from './draft.ts'
import styles from './group.module.css'

const { member: words } = groupWords

export interface Refused {
  readonly draft: Draft
  readonly problem: string
}

interface SeveralMembersProps {
  /** Resolves to those that were not added. They stay in the field. */
  readonly onAdd: (drafts: readonly Draft[]) => Promise<readonly Refused[]>
}

/** Lines of names and phones, typed or pasted. */
export function SeveralMembers({ onAdd }: SeveralMembersProps) {
  const [lines, setLines] = useState('')
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const [busy, setBusy] = useState(false)
  const drafts = draftsIn(lines)
  const add = async () => {
    setBusy(true)
    try {
      const left = await onAdd(drafts)
      setRefused(left)
      setLines(left.map(({ draft: { name, phone } }) => `${name}, ${phone}`).join('\n'))
    } finally {
      setBusy(false)
    }
  }
  const problems = refused.map(({ problem }, index) => words.line(index + 1, problem)).join(' ')
  return (
    <Disclosure title={words.several}>
      <div className={styles.several}>
        <TextArea
          label={words.lines}
          help={words.linesHelp}
          error={problems === '' ? undefined : problems}
          rows={4}
          value={lines}
          onChange={(typed) => {
            setLines(typed)
            setRefused([])
          }}
        />
        <Button
          icon="plus"
          busy={busy}
          onClick={() => void add()}
          disabledReason={drafts.length === 0 ? words.linesNeeded : undefined}
        >
          {words.addLines}
        </Button>
      </div>
    </Disclosure>
  )
}
