import { listEntries, type AuditRow } from '../../../identity/audit/store.ts'
import { defineCommand } from '../../command.ts'
import { listedMax, printList, shownTime } from '../../listing.ts'
import { id, wholeNumber } from '../../value.ts'

const listedByDefault = 100

function actorOf({ actor, user_id: userId, key_id: keyId }: AuditRow): string {
  if (actor === 'key') return `key ${keyId} of user ${userId}`
  return userId === null ? actor : `user ${userId}`
}

export const listAuditEntries = defineCommand({
  words: ['audit', 'list'],
  summary: 'Show the audit log, newest first',
  options: {
    workspace: { value: id, description: 'only entries of this workspace' },
    user: { value: id, description: 'only actions of this person or their keys' },
    key: { value: id, description: 'only actions of this key' },
    before: { value: id, description: 'list entries before this id' },
    limit: { value: wholeNumber(1, listedMax), description: `how many entries (${listedByDefault})` },
  },
  example: 'bureau audit list --user 17 --limit 20',

  async run({ database }, { workspace, user, key, before, limit = listedByDefault }) {
    const filter = { workspaceId: workspace, userId: user, keyId: key, before }
    return { entries: await listEntries(database, filter, limit) }
  },
  print: ({ entries }) =>
    printList({
      nothing: 'The audit log has no such entries.',
      rows: entries,
      columns: {
        id: (entry) => entry.id,
        time: (entry) => shownTime(entry.at),
        who: actorOf,
        workspace: (entry) => entry.workspace_id,
        action: (entry) => entry.action,
        target: (entry) => entry.target,
        outcome: (entry) => entry.outcome,
        calls: (entry) => entry.calls,
        request: (entry) => entry.request_id,
        address: (entry) => entry.address,
      },
    }),
})
