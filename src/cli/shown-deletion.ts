import type { WorkspaceContent } from '../console/removal/content-store.ts'
import { humanBytes } from '../files/public.ts'
import { counted } from '../platform/counted.ts'

type Count = readonly [count: number, one: string, many?: string]

/** Without those that are 0. */
export const countsOf = (counts: readonly Count[]): string =>
  counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => counted(count, one, many))
    .join(', ') || 'nothing'

/** Members are of an organization; a person is the only one of their own workspace. */
export const contentOf = (content: WorkspaceContent, members = content.members): string =>
  countsOf([
    [content.files, `file with ${humanBytes(content.bytes)}`, `files with ${humanBytes(content.bytes)}`],
    [content.texts, `text (${content.queued_texts} queued)`, `texts (${content.queued_texts} queued)`],
    [content.keys, 'API key'],
    [content.webhooks, 'webhook'],
    [content.groups, 'group'],
    [content.simulated_numbers, 'simulated number'],
    [members, 'member'],
  ])

interface Kept {
  readonly of: 'organization' | 'person'
  readonly numbers: number
  readonly entries: number
  readonly auditDays: number
}

/** What stays, and when the rest is gone. */
export const shownDeletion = ({ of, numbers, entries, auditDays }: Kept): Record<string, string> => ({
  'back to the operator': countsOf([[numbers, 'number']]),
  stays: [
    ...(entries > 0 ? [`${counted(entries, 'entry', 'entries')} of the usage ledger, for good`] : []),
    `what operators did, in the audit log for ${counted(auditDays, 'day')}`,
    'backups, until they expire',
  ].join('; '),
  when:
    of === 'organization'
      ? 'nobody can use it from then on; a day later, it is gone for good'
      : 'they cannot log in from then on; a day later, all of this is gone for good',
})

/** As one word of a shell. */
export const inShell = (text: string): string =>
  /^[\w@.,:/+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
