import { Button } from '../../ui/action/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { operatorWords } from '../../words/words.ts'
import { useSession } from '../session/session.ts'
import { change, changeNow, refreshSession } from './change.ts'
import type { PersonDialog } from './person-dialogs.ts'
import type { PersonDetails } from './person-facts.tsx'

const words = operatorWords.people

interface PersonActionsProps {
  readonly person: PersonDetails
  readonly dialog: PersonDialog | undefined
  readonly onDialog: (dialog: PersonDialog | undefined) => void
}

/** The head of the page of a person, with the dialogs of its buttons. */
export function PersonActions({ person, dialog, onDialog }: PersonActionsProps) {
  const { id, email, demo } = person
  const disabled = person.disabled_at !== null
  const unlessDisabled = disabled ? words.isDisabled : undefined
  return (
    <>
      <PageHead
        title={email}
        action={
          <>
            <Button
              icon="mail"
              disabledReason={demo ? words.isOfDemo : unlessDisabled}
              onClick={() =>
                changeNow('mailResetLink', { id }, { topic: 'mail', said: words.resetSent(email) })
              }
            >
              {words.reset}
            </Button>
            {person.operator ? (
              <Button icon="user" onClick={() => onDialog('end-operator')}>
                {words.endOperator}
              </Button>
            ) : (
              <Button icon="user" disabledReason={unlessDisabled} onClick={() => onDialog('operator')}>
                {words.makeOperator}
              </Button>
            )}
            {disabled ? (
              <Button
                icon="check"
                disabledReason={person.delete_at ? words.isDeleted : undefined}
                onClick={() =>
                  changeNow(
                    'updatePerson',
                    { id, body: { disabled: false } },
                    { topic: 'people', said: words.enabled(email) },
                  )
                }
              >
                {words.enable}
              </Button>
            ) : (
              <Button icon="lock" onClick={() => onDialog('disable')}>
                {words.disable}
              </Button>
            )}
          </>
        }
      />
      <Dialogs person={person} dialog={dialog} onClose={() => onDialog(undefined)} />
    </>
  )
}

interface DialogsProps {
  readonly person: PersonDetails
  readonly dialog: PersonDialog | undefined
  readonly onClose: () => void
}

function Dialogs({
  person: { id, email, operator, disabled_at: disabledAt },
  dialog,
  onClose,
}: DialogsProps) {
  const { user } = useSession()
  const update = (body: { disabled?: boolean; operator?: boolean }, said: string) => async () => {
    await change('updatePerson', { id, body }, { topic: 'people', said })
    if (user.id === id) await refreshSession()
  }
  return (
    <>
      <ConfirmDialog
        open={dialog === 'disable' && disabledAt === null}
        onClose={onClose}
        title={words.disableTitle(email)}
        verb={words.disable}
        onConfirm={update({ disabled: true }, words.disabled(email))}
      >
        <p>{words.disableEffect}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'operator' && !operator && disabledAt === null}
        onClose={onClose}
        title={words.operatorTitle(email)}
        verb={words.makeOperator}
        danger={false}
        onConfirm={update({ operator: true }, words.operatorMade(email))}
      >
        <p>{words.operatorEffect}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'end-operator' && operator}
        onClose={onClose}
        title={words.endTitle(email)}
        verb={words.endOperator}
        onConfirm={update({ operator: false }, words.operatorEnded(email))}
      >
        <p>{words.endEffect}</p>
      </ConfirmDialog>
    </>
  )
}
