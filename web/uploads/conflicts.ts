import { trayWanted } from './presence.ts'
import { value } from './value.ts'

export type Resolution = 'both' | 'replace' | 'skip'

export interface Question {
  readonly names: readonly string[]
  readonly answer: (resolutions: ReadonlyMap<string, Resolution>) => void
}

/** What the dialog asks, one after the other. */
export const questions = value<readonly Question[]>([])

/** Asks in the dialog *Already here* what to do with each name that is taken, until *Do this for all*. Closing it skips the rest. */
export function askConflicts(names: readonly string[]): Promise<ReadonlyMap<string, Resolution>> {
  if (names.length === 0) return Promise.resolve(new Map())
  trayWanted.set(true)
  return new Promise((resolve) => {
    const question: Question = {
      names: [...new Set(names)],
      answer: (resolutions) => {
        questions.set(questions.get().filter((each) => each !== question))
        resolve(resolutions)
      },
    }
    questions.set([...questions.get(), question])
  })
}
