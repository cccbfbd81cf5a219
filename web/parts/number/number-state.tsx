import { Status } from '../../ui/data/status.tsx'
import { numberWords as words } from '../../words/words.ts'
import { stateOf, type WorkspaceNumber } from './numbers.ts'

/** The state, and why a number pauses. */
export function NumberState({ of: number }: { readonly of: Pick<WorkspaceNumber, 'online' | 'paused'> }) {
  const { paused } = number
  return (
    <>
      <Status word={stateOf(number)} />
      {paused && (
        <p className="pencil">{words.paused[paused.reason ?? 'other'](words.at(new Date(paused.until)))}</p>
      )}
    </>
  )
}
