import { setUserDisabled } from '../../../identity/user/disable-user.ts'
import { changeRights } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

const switchCommand = (action: 'disable' | 'enable', summary: string, consequence: string) =>
  defineCommand({
    words: ['users', action],
    summary,
    positionals: { id: { value: id, description: 'id of the user' } },
    example: `bureau users ${action} 17`,

    async run(context, { id: userId }) {
      const disabled = action === 'disable'
      await changeRights(context, [`user.${action}`, `user:${userId}`], (tx) =>
        setUserDisabled(tx, userId, disabled),
      )
      return { ok: true, id: userId, disabled }
    },
    print: (done) => `User ${done.id} is ${action}d${consequence}.`,
  })

export const disableUser = switchCommand(
  'disable',
  'Disable a person and all of their keys at once',
  '; their keys are refused from now on',
)
export const enableUser = switchCommand('enable', 'Enable a disabled person and their keys', '')
