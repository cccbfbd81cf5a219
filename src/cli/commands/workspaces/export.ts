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
    'The server may keep running. The lists are as of one moment, and the files are copied after that. ' +
    'A directory with the file export.partial is not whole: run the command again with the same directory, and it starts over.',
  positionals: {
    id: { value: id, description: 'id of the workspace' },
    directory: {
      value: words('DIR'),
      description: 'new, empty, or with an interrupted export, which starts over; the server writes it',
    },
  },
  example: 'bureau workspaces export 18 /srv/exports/lee-and-sons',
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
