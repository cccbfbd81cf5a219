import { uiWords } from '../../words/words.ts'
import { Copyable } from './copyable.tsx'

/** The ID to give to the operator, if the answer had one. */
export function RequestId({ id }: { readonly id: string | undefined }) {
  if (id === undefined) return null
  return (
    <p className="small pencil">
      {uiWords.requestId}: <Copyable text={id} what={uiWords.requestId} />
    </p>
  )
}
