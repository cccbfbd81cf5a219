import { ApiError } from '../../api/call.ts'
import { FormError } from '../../ui/form/form-error.tsx'
import { messageWords } from '../../words/words.ts'
import { isUnknown } from './outbox.ts'
import type { Failure } from './use-box.ts'

const words = messageWords.composer

/** Why a text was not sent, and what to do. */
export function SendFailure({ failure }: { readonly failure: Failure | undefined }) {
  if (failure === undefined) return null
  return (
    <div>
      <FormError error={failure.error} />
      <p className="small pencil">{adviceOn(failure)}</p>
    </div>
  )
}

/** What to do when it is not known whether a text was sent. */
export function SendAdvice({ failure }: { readonly failure: Failure | undefined }) {
  if (failure === undefined || !isUnknown(failure.error)) return null
  return <p className="small pencil">{adviceOn(failure)}</p>
}

function adviceOn({ error, merged }: Failure): string {
  if (isUnknown(error)) return merged ? words.mergedNotKnown : words.notKnown
  const reason = error instanceof ApiError ? reasonIn(error) : undefined
  return reason === undefined ? words.tryLater : messageWords.outcome.advice[reason]
}

type Reason = keyof typeof messageWords.outcome.advice

const reasonIn = ({ details }: ApiError): Reason | undefined => {
  const { reason } = details
  return typeof reason === 'string' && reason in messageWords.outcome.advice ? (reason as Reason) : undefined
}
