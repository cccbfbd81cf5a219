import { useRef, useState } from 'react'
import { ApiError } from '../../api/call.ts'
import { groupWords } from '../../words/words.ts'
import { draftOf, problemsOf, refusalsOf, type Draft, type Problem } from './draft.ts'
import { membersMax } from './groups.ts'
import { nobody } from './member-fields.tsx'
import { refuse } from './refusal.ts'
import type { Refused } from './several-members.tsx'

const { member: words, form: formWords } = groupWords

interface Errors {
  readonly name?: string | undefined
  readonly phone?: string | undefined
}

/** For the fields of one member. */
export const errorsOf = (problem: Problem | undefined): Errors =>
  problem ? { [problem.field]: problem.message } : {}

/** The members of a group that is being created, and the one that is being typed. */
export function useDrafts() {
  const [drafts, setDrafts] = useState<readonly Draft[]>([])
  const [typed, setTyped] = useState(nobody)
  const nameInput = useRef<HTMLInputElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  /** By draft, so that they go with it. */
  const [refused, setRefused] = useState<ReadonlyMap<Draft, Problem>>(new Map())
  const known = problemsOf(drafts)
  const problems = drafts.map((draft, index) => known[index] ?? refused.get(draft))

  const type = (value: Draft) => {
    setTyped(value)
    setErrors({})
  }
  const add = () => {
    const draft = draftOf(typed.name, typed.phone, typed.admin)
    const problem = problemsOf([...drafts, draft]).at(-1)
    setErrors(errorsOf(problem))
    if (problem !== undefined) return
    setDrafts([...drafts, draft])
    setTyped(nobody)
    nameInput.current?.focus()
  }
  const addAll = (several: readonly Draft[]): Promise<readonly Refused[]> => {
    setDrafts([...drafts, ...several])
    return Promise.resolve([])
  }
  const remove = (index: number) => setDrafts(drafts.filter((_, each) => each !== index))
  const edit = (index: number) => {
    const draft = drafts[index]
    if (!draft) return
    type(draft)
    remove(index)
    nameInput.current?.focus()
  }
  /** Throws what keeps the members from being sent. */
  const check = () => {
    if (typed.name.trim() !== '' || typed.phone.trim() !== '') refuse('member_name', formWords.unsaved)
    if (drafts.length > membersMax) refuse('members', words.tooMany(drafts.length, membersMax))
    const wrong = problems.filter((problem) => problem !== undefined).length
    if (wrong > 0) refuse('members', words.fix(wrong))
  }
  /** Marks the members that the server refused, and throws that some are marked. */
  const markRefused = (error: unknown) => {
    const said = refusalsOf(error, drafts)
    if (!said || !(error instanceof ApiError)) return
    setRefused(
      new Map(
        drafts.flatMap((draft, index) => {
          const problem = said[index]
          return problem ? [[draft, problem]] : []
        }),
      ),
    )
    refuse('members', words.fix(said.filter((each) => each !== undefined).length))
  }
  return { drafts, problems, typed, errors, nameInput, type, add, addAll, remove, edit, check, markRefused }
}
