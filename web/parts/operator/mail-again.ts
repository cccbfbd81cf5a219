import type { Data } from '../../api/call.ts'
import { operatorWords } from '../../words/words.ts'
import type { Session } from '../session/session.ts'

const words = operatorWords.mail

/** Why a mail cannot be sent again now. */
export function againReason(
  mode: Session['installation']['mail'],
  state: Data<'listMails'>[number]['state'],
): string | undefined {
  if (mode === 'outbox') return words.noServer
  return state === 'waiting' ? words.waits : undefined
}
