import { list, number, plural } from '../grammar.ts'
import { messageWords } from './messages.ts'

const members = (count: number): string => plural(count, 'member', 'members')

const namesMax = 3

/** Names, and how many more there are. */
const few = (names: readonly string[]): string =>
  names.length <= namesMax
    ? list(names)
    : list([...names.slice(0, namesMax - 1), `${number(names.length - namesMax + 1)} others`])

export const groupWords = {
  title: 'Groups',
  one: 'Group',
  id: 'ID',
  groupId: 'group ID',
  create: 'Create group',
  empty: 'No groups yet. A group forwards the texts of each member to all the others.',
  heads: { name: 'Name', number: 'Number', members: 'Members', state: 'State', created: 'Created' },
  states: { active: 'Active', paused: 'Paused' },
  notFound: {
    title: 'Group not found',
    sentence: 'This group does not exist, or it belongs to another workspace.',
    next: 'All groups',
  },

  open: 'Open',
  pause: 'Pause',
  resume: 'Resume',
  rename: 'Rename',
  remove: 'Delete',
  removeThis: 'Delete group',
  save: 'Save',
  paused: (name: string) => `${name} is paused.`,
  resumed: (name: string) => `${name} is active.`,
  renamed: 'Group renamed.',

  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteStops: (phone: string, count: number) =>
    count === 0
      ? `Texts to ${phone} will no longer be forwarded.`
      : `Texts to ${phone} are no longer forwarded to the ${members(count)}.`,
  deleteKeeps: 'The list of members is deleted for good. The texts stay under Messages.',
  deleted: (name: string) => `${name} was deleted.`,

  form: {
    name: 'Name',
    nameHelp: 'Only people in this workspace see it.',
    nameNeeded: 'Enter a name.',
    number: 'Number',
    numberHelp: 'Members text this number. Texts to the group are sent from it.',
    hosts: (group: string) => `Hosts the active group ${group}`,
    members: 'Members',
    noNumber: 'A group needs a number of its own. Ask your operator.',
    dedicateOne: 'A group needs a number of its own. Dedicate one to this workspace first.',
    toNumbers: 'Numbers of the installation',
    created: (name: string) => `${name} was created.`,
    noMembers: 'No members yet. You can also add them later.',
    unsaved: 'Add this member first, or clear both fields.',
  },

  member: {
    title: 'Members',
    name: 'Member name',
    nameHelp: 'Forwarded texts begin with it.',
    phone: 'Member phone',
    phoneHelp: 'With the country code, such as +12025550123. You can omit it for US numbers.',
    admin: 'Admin',
    adminHelp: 'For your own use. Admins get the same texts as members and have no other rights.',
    add: 'Add member',
    several: 'Add several at once',
    lines: 'Names and phones',
    linesHelp: 'One member per line: name, comma or tab, phone. You can paste two spreadsheet columns.',
    linesNeeded: 'Enter at least one line.',
    addLines: 'Add all',
    heads: { name: 'Name', phone: 'Phone', role: 'Role', state: 'State' },
    roles: { admin: 'Admin', member: 'Member' },
    none: 'No members yet. Add the people that this group is for.',
    count: (count: number, max: number) => `${number(count)} of ${number(max)} members`,
    added: (name: string) => `${name} was added.`,
    addedSeveral: (count: number) => `${members(count)} added.`,
    edit: 'Edit',
    editTitle: (name: string) => `Edit ${name}`,
    save: 'Save',
    saved: (name: string) => `${name} was saved.`,
    remove: 'Remove',
    removeTitle: (name: string) => `Remove ${name}?`,
    removeStops: (name: string) =>
      `${name} no longer gets texts of this group, and texts from ${name} are not forwarded.`,
    removed: (name: string) => `${name} was removed.`,
    removeDraft: (name: string) => `Remove ${name}`,
    muted: 'Muted',
    active: 'Active',
    mutedNote: 'Muted members sent STOP. They get no texts until they send START.',
    problems: {
      noName: 'The name is missing.',
      noPhone: 'The phone is missing.',
      longName: (max: number) => `The name is longer than ${number(max)} characters.`,
      notAPhone: 'This is not a phone number that can be texted.',
      twice: (name: string) => `${name} has the same phone.`,
      isMember: (name: string) => `${name} already has this phone.`,
    },
    full: (max: number) => `A group has at most ${number(max)} members.`,
    tooMany: (count: number, max: number) =>
      `These are ${members(count)}. A group has at most ${number(max)}. Remove ${number(count - max)}.`,
    fix: (count: number) =>
      count === 1
        ? 'Correct or remove the marked member.'
        : `Correct or remove the ${number(count)} marked members.`,
    line: (line: number, problem: string) => `Line ${number(line)}: ${problem}`,
  },

  active: 'Active',
  activeHelp: 'A paused group forwards nothing, and you cannot send to it.',
  noNumber: {
    taken: (phone: string, group: string) =>
      `${phone} hosts the active group ${group}. Pause that group first, or use another number.`,
    shared:
      'This number is shared with other workspaces. Choose a number of your own, or ask your operator for one.',
    lost: (phone: string) =>
      `${phone} no longer belongs to this workspace. Ask your operator, or create the group on another number.`,
  },
  inactive: {
    paused: 'The group is paused. Switch it to active first.',
    empty: 'The group has no members. Add some first.',
  },

  composer: {
    label: 'Message to the group',
    reach: (phone: string, count: number, muted: number) =>
      `Sent from ${phone} to ${members(count)}${muted === 0 ? '' : ` (${number(muted)} muted)`}.`,
    send: 'Send to group',
    queued: (count: number) => `Queued for ${members(count)}.`,
    partly: (accepted: number, others: readonly string[]) =>
      `Queued for ${number(accepted)} of ${members(accepted + others.length)}. ${few(others)} ${others.length === 1 ? 'was' : 'were'} left out.`,
    none: 'Nothing was sent.',
    reasons: {
      limit_reached: "Today's texts are used up. The allowance resets at midnight UTC.",
      metered_cap_reached:
        "Today's texts and this month's spending cap are used up. Ask your operator to raise the cap.",
    },
  },

  thread: {
    empty: 'No texts yet. What members text to this number appears here.',
    first: 'The first text of this group',
    from: (name: string) => `${name}:`,
    of: (name: string) => `Text from ${name}`,
    broadcast: 'Text to the group',
    forwarded: (count: number) => (count === 0 ? 'Forwarded to nobody' : `Forwarded to ${number(count)}`),
    delivered: (count: number, all: number) => `Delivered to ${number(count)} of ${number(all)}`,
    notForwarded: 'Not forwarded',
    counts: (counts: readonly (readonly [status: keyof typeof messageWords.statuses, count: number])[]) =>
      list(
        counts.map(([status, count]) => `${number(count)} ${messageWords.statuses[status].toLowerCase()}`),
      ),
    recipients: 'Recipients',
  },
}
