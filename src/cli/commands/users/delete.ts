import { countContent, countPersonContent } from '../../../console/removal/content-store.ts'
import { IdentityRefusal } from '../../../identity/refusal.ts'
import { markPerson, requireNoOrganizations } from '../../../identity/removal/mark.ts'
import { ownedWorkspaces } from '../../../identity/removal/store.ts'
import { findUser } from '../../../identity/user/store.ts'
import { OperatorError } from '../../../platform/operator-error.ts'
import { changeRights } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { shownTime } from '../../listing.ts'
import { contentOf, countsOf, inShell, shownDeletion } from '../../shown-deletion.ts'
import { details } from '../../text.ts'
import { id, line } from '../../value.ts'

export const deleteUser = defineCommand({
  words: ['users', 'delete'],
  summary: 'Delete a person and their personal workspace, a day from now',
  details:
    'Without --confirm, it says what goes and what stays, and changes nothing. With it, the person is logged out and ' +
    'their keys are refused. "bureau users undelete" brings them back within a day. A person who owns organizations is ' +
    'refused with the list.',
  positionals: { id: { value: id, description: 'id of the user' } },
  options: {
    confirm: {
      value: line(1000, 'EMAIL'),
      description: 'the address of the person; without it, the command only says what would go',
    },
  },
  example: 'bureau users delete 17 --confirm ann@example.com',

  async run(context, { id: userId, confirm }) {
    const { database, settings } = context
    const user = await findUser(database, userId)
    if (!user) throw new IdentityRefusal('user_not_found', { userId })
    const { email } = user
    await requireNoOrganizations(database, { id: userId, email })
    const owned = (await ownedWorkspaces(database, userId)).filter(({ type }) => type === 'personal')
    const ownIds = owned.map((workspace) => workspace.id)
    const goes = await countContent(database, ownIds)
    const elsewhere = await countPersonContent(database, { userId, ownIds })
    const facts = { id: userId, email, goes, elsewhere, audit_days: settings.auditDays }
    if (confirm === undefined) return { ...facts, deleted: false, delete_at: user.delete_at }
    if (confirm.toLowerCase() !== email)
      throw new OperatorError(`User ${userId} has another address. Nothing was deleted.`)
    const deleteAt = await changeRights(context, ['user.delete', `user:${userId}`], (tx) =>
      markPerson(tx, userId),
    )
    return { ...facts, deleted: true, delete_at: deleteAt }
  },
  print: ({ id: userId, email, goes, elsewhere, deleted, delete_at: deleteAt, audit_days: auditDays }) =>
    deleted && deleteAt
      ? `User ${userId} is logged out, and their keys are refused. They will be deleted on ${shownTime(deleteAt)}. ` +
        `Until then, bring them back with: bureau users undelete ${userId}`
      : details({
          user: `${userId} ${email}`,
          goes: `the account and its personal workspace, with ${contentOf(goes, 0)}`,
          'in other workspaces': countsOf([
            [elsewhere.memberships, 'membership'],
            [elsewhere.keys_elsewhere, 'API key'],
          ]),
          'passed on': countsOf([
            [elsewhere.webhooks_elsewhere, 'webhook, to the owner', 'webhooks, to the owners'],
            [
              elsewhere.sponsored,
              'sponsored account, to the plan standard',
              'sponsored accounts, to the plan standard',
            ],
          ]),
          ...shownDeletion({ of: 'person', numbers: goes.numbers, entries: goes.usage_entries, auditDays }),
          undo: `bureau users undelete ${userId}`,
        }),
  failure: ({ id: userId, email, deleted, delete_at: deleteAt }) => {
    if (deleted) return undefined
    if (deleteAt) return `User ${userId} is already being deleted and will be gone on ${shownTime(deleteAt)}.`
    return `Nothing was deleted. To delete this person: bureau users delete ${userId} --confirm ${inShell(email)}`
  },
})
