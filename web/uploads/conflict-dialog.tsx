import { useState } from 'react'
import { Button } from '../ui/action/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog/dialog.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { uploadsWords } from '../words/words.ts'
import { questions, type Resolution } from './conflicts.ts'
import { useValue } from './use-value.ts'

const words = uploadsWords.conflict

/** The dialog *Already here*, one question after the other. */
export function ConflictDialog() {
  const [question] = useValue(questions)
  const [resolved, setResolved] = useState<readonly Resolution[]>([])
  const [forAll, setForAll] = useState(false)
  const names = question?.names ?? []
  const left = names.slice(resolved.length)
  const answer = (resolutions: readonly Resolution[]) => {
    setResolved([])
    setForAll(false)
    question?.answer(new Map(names.map((name, index) => [name, resolutions[index] ?? 'skip'])))
  }
  const choose = (resolution: Resolution) => {
    const next = [...resolved, ...(forAll ? left.map(() => resolution) : [resolution])]
    if (next.length < names.length) setResolved(next)
    else answer(next)
  }
  return (
    <Dialog open={question !== undefined} onClose={() => answer(resolved)} title={words.title}>
      <div className="stack">
        <p aria-live="polite">{words.sentence(left[0] ?? '')}</p>
        <p className="pencil">{words.replaceNote}</p>
        {left.length > 1 && (
          <Checkbox
            label={words.all}
            help={words.more(left.length - 1)}
            checked={forAll}
            onChange={setForAll}
          />
        )}
      </div>
      <DialogActions>
        <Button onClick={() => choose('skip')}>{words.skip}</Button>
        <Button onClick={() => choose('replace')}>{words.replace}</Button>
        <Button kind="filled" onClick={() => choose('both')}>
          {words.both}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
