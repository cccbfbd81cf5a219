import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { ConnectPhone } from '../number/connect-phone.tsx'
import { useBegins } from '../number/use-begins.ts'
import { hasEnrolment, takeEnrolment } from './fresh-enrolment.ts'
import type { NumberDetails } from './number.ts'

interface ConnectNumberProps {
  readonly number: NumberDetails
  readonly open: boolean
  /** An address that opens the dialog makes no code by itself. */
  readonly clicked: boolean
  readonly onClose: () => void
}

export function ConnectNumber({ number: { id, phone }, open, clicked, onClose }: ConnectNumberProps) {
  const [isNew] = useBegins(open, hasEnrolment(id))
  const enrol = async () => {
    const made = takeEnrolment(id)
    if (made) return made
    const { data } = await call('enrolPhoneOfNumber', { id })
    await invalidate(undefined, 'numbers')
    return data
  }
  return <ConnectPhone open={open} onClose={onClose} phone={phone} begins={clicked || isNew} enrol={enrol} />
}
