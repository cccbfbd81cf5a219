import { ApiError } from '../../api/call.ts'
import { FormError } from '../../ui/form/form-error.tsx'
import { messageWords } from '../../words/words.ts'

const words = messageWords.composer

/** Why a text was not sent, and what to do. */
export function SendFailure({ error }: { readonly error: unknown }) {
  if (error === undefined) return null
  return (
    <div>
      <FormError error={error} />
      <p className="small pencil">{adviceOn(error)}</p>
    </div>
  )
}

function adviceOn(error: unknown): string {
  if (!(error instanceof ApiError)) return words.tryLater
  const reason = reasonIn(error)
  if (reason !== undefined) return messageWords.outcome.advice[reason]
  // The server may have taken it.
  return error.code === 'network' || error.status >= 500 ? words.notKnown : words.tryLater
}

type Reason = keyof typeof messageWords.outcome.advice

const reasonIn = ({ details }: ApiError): Reason | undefined => {
  const { reason } = details
  return typeof reason === 'string' && reason in messageWords.outcome.advice ? (reason as Reason) : undefined
}
