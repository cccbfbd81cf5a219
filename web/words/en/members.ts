import { list, plural } from './grammar.ts'

const stops = (keys: number, links: number): readonly string[] => [
  ...(keys > 0 ? [plural(keys, 'key', 'keys')] : []),
  ...(links > 0 ? [plural(links, 'join link', 'join links')] : []),
]

export const memberWords = {
  title: 'Members',
  tabs: { active: 'Active', invitations: 'Invitations', codes: 'Join links' },
  count: (count: number) => plural(count, 'member', 'members'),
  search: 'Search members',
  nobodyFound: (text: string) => `Nobody matches “${text}”.`,
  email: 'E-mail address',
  name: 'Name',
  role: 'Role',
  joined: 'Joined',
  you: (name: string) => `${name} (you)`,
  justYou: 'You',
  roles: { owner: 'Owner', admin: 'Admin', member: 'Member' },
  alone: 'Nobody else is here yet. Invite people to work in this workspace together.',
  personal: {
    sentence: 'A personal workspace has no members. Create an organization to work with others.',
    next: 'Your workspaces',
  },

  makeAdmin: 'Make admin',
  makeMember: 'Make member',
  remove: 'Remove',
  madeAdmin: (email: string) => `${email} is an admin now.`,
  madeMember: (email: string) => `${email} is a member now.`,
  removeTitle: (email: string) => `Remove ${email}?`,
  removeAccess: 'They lose access to this workspace at once. You can invite them again.',
  removeStops: (keys: number, links: number) => {
    const parts = stops(keys, links)
    return parts.length > 0 ? `This stops ${list(parts)}.` : 'They have no keys for this workspace.'
  },
  removed: (email: string) => `${email} was removed.`,

  ownerChangesRoles: 'Only the owner changes roles.',
  ownersRole: 'The owner’s role cannot change.',
  ownerStays: 'The owner cannot be removed.',
  notYourself: 'You cannot remove yourself. Leave the organization under Settings.',
  adminsOnly: 'Only the owner and admins can do that.',

  invite: 'Invite',
  inviteTitle: 'Invite a person',
  inviteHelp: 'The mail has a link that works once, for 14 days.',
  onlyOwnerInvitesAdmins: 'Only the owner can invite admins.',
  roleNotes: {
    member: 'Works with files and texts, and creates keys.',
    admin: 'Also invites and removes people, and sees all keys and the audit log.',
  },
  sendInvitation: 'Send invitation',
  invited: (email: string) => `${email} was invited.`,
  outbox:
    'No mail server is set up, so the mail waits in the operator’s outbox until they pass it on. A person who has an account can use a join link instead.',
  waitsInOutbox: (email: string) => `The invitation for ${email} waits in the operator’s outbox.`,

  state: 'State',
  states: { pending: 'Pending', expired: 'Expired' },
  sent: 'Sent',
  expires: 'Expires',
  noInvitations: 'No invitations are open. Invite somebody by their e-mail address.',
  onlyAdminsSeeInvitations: 'Only the owner and admins see invitations.',
  sendAgain: 'Send again',
  sentAgain: (email: string) => `${email} gets a fresh link. The earlier one no longer works.`,
  cancelInvitation: 'Cancel invitation',
  cancelled: (email: string) => `The invitation for ${email} was cancelled.`,

  link: 'Join link',
  created: 'Created',
  worksOnce: 'Never, but it works once',
  noLinks: 'No join links are open. A join link lets one person in, as a member.',
  onlyAdminsSeeLinks: 'Only the owner and admins see join links.',
  createLink: 'Create join link',
  linkHelp:
    'It lets one person in, as a member. They need an account here; invite people without one by e-mail.',
  copyLink: 'Copy link',
  copied: 'Copied',
  done: 'Done',
  revoke: 'Revoke',
  revoked: 'The join link no longer works.',
}
