export const settingsWords = {
  title: 'Settings',
  name: 'Workspace name',
  nameHelp: 'Everybody in the workspace sees it.',
  save: 'Save',
  saved: 'The workspace was renamed.',
  adminsOnly: 'Only the owner and admins can rename the workspace.',
  id: 'Workspace ID',
  idHelp: 'Programs and your operator name the workspace by it.',
  leaveTitle: 'Leave organization',
  leaveSentence: 'You lose access at once. Somebody has to invite you to come back.',
  leave: 'Leave organization',
  ownerStays: 'The owner cannot leave. Ask your operator to make somebody else the owner.',
  confirmTitle: (name: string) => `Leave ${name}?`,
  confirmSentence:
    'You lose access to its files and texts at once. Your keys for it and the join links that you made stop working.',
  left: (name: string) => `You left ${name}.`,
}
