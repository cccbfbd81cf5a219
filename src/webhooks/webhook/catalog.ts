/** Subscribes to every event, including those without a name in the catalog. */
export const wildcard = '*' as const

/** Events to subscribe to by name, in the order of the reference: docs/api/files.md#events. */
export const catalog = {
  'file.created': 'A file was uploaded, copied, or made by compressing an item.',
  'folder.created': 'A folder was created, copied, or extracted from an archive.',
  'file.renamed': 'A file or folder was renamed.',
  'file.moved': 'A file or folder was moved into another folder.',
  'file.deleted': 'A file or folder was deleted. The data shows it as it was.',
  'share.changed': 'A link was opened, changed or closed.',
  'member.role_changed': 'The role of a member changed.',
  'member.removed': 'A member was removed from the workspace.',
  'member.added': 'Reserved: it can be subscribed to and is not sent yet.',
} as const

export type EventName = keyof typeof catalog

export const eventNames = Object.keys(catalog) as readonly EventName[]

export const wildcardEvents = ['workspace.created', 'workspace.renamed', 'share.expired'] as const
