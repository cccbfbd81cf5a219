import { LinkButton } from '../../ui/action/link-button.tsx'
import { numberWords } from '../../words/words.ts'
import { useSession } from '../session/session.ts'

/** Where operators add numbers. Nothing for everybody else. */
export function OperatorNumbersLink() {
  return (
    useSession().user.operator && <LinkButton to="/operator/numbers">{numberWords.ofOperator}</LinkButton>
  )
}
