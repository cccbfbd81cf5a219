import { exportWorkspace } from '../../../console/export/export-workspace.ts'
import { counted } from '../../../platform/counted.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { requireWorkspace } from '../../require-workspace.ts'
import { details } from '../../text.ts'
import { id, words } from '../../value.ts'

export const exportWorkspaceData = defineCommand({
  words: ['workspaces', 'export'],
  summary: 'Write the files, messages, and lists of a workspace into a directory',
  details:
    'The server writes the files as a tree, and lists of messages, members, keys, webhooks, shares, usage, and the audit log as JSON Lines. The server keeps working meanwhile. docs/export.md describes what is in the directory.',
  positionals: {
    id: { value: id, description: 'id of the workspace' },
    directory: {
      value: words('DIR'),
      description: 'new, empty, or with an interrupted export, which starts over',
    },
  },
  example: 'bureau workspaces export 18 /var/lib/bureau/exports/lee-and-sons',
  long: true,
  interrupted: 'The export is not whole. Run the command again; it starts over.',

  async run(context, { id: workspaceId, directory }) {
    const {
      members: _members,
      keys: _keys,
      ...workspace
    } = await requireWorkspace(context.database, workspaceId)
    const record = () =>
      context.database.transaction((tx) =>
        auditOperator(tx, 'workspace.export', `workspace:${workspaceId}`, workspaceId),
      )
    const { cwd, signal, progress } = context
    return exportWorkspace(context, { workspace, directory, cwd, signal, progress, record })
  },
  print: ({ directory, lists, files }) =>
    details({
      directory,
      files: `${counted(files.files, 'file')}, ${counted(files.folders, 'folder')}, ${counted(files.bytes, 'byte')}`,
      gone: `${counted(files.gone, 'file')} deleted during the export`,
      ...Object.fromEntries(Object.entries(lists).map(([list, lines]) => [list, String(lines)])),
    }),
  failure: ({ files: { missing, damaged } }) =>
    missing + damaged === 0
      ? undefined
      : `The export is whole except for ${counted(missing, 'file')} that the blob store does not have and ${counted(damaged, 'file')} with other bytes than were uploaded. See "state" in files.jsonl.`,
})
