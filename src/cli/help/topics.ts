import type { Declaration } from '../command.ts'

interface Topic {
  readonly title: string
  /** First words of commands → the page that explains them. */
  readonly groups: Readonly<Record<string, string>>
}

/** Commands that have another page than the rest of their group. */
const pages: Readonly<Record<string, string>> = {
  'workspaces export': 'docs/export.md',
  'workspaces delete': 'docs/privacy.md',
  'workspaces undelete': 'docs/privacy.md',
  'users delete': 'docs/privacy.md',
  'users undelete': 'docs/privacy.md',
}

export const topics: readonly Topic[] = [
  {
    title: 'Server',
    groups: {
      serve: 'docs/install.md',
      doctor: 'docs/operations.md',
      migrate: 'docs/upgrades.md',
      'setup-link': 'docs/operators.md',
      demo: 'docs/operators.md',
      completion: 'docs/command-line.md',
    },
  },
  { title: 'Backups', groups: { backup: 'docs/backup.md' } },
  {
    title: 'People and workspaces',
    groups: {
      users: 'docs/operators.md',
      operators: 'docs/operators.md',
      workspaces: 'docs/operators.md',
      members: 'docs/operators.md',
      plans: 'docs/operators.md',
      provisioning: 'docs/operators.md',
    },
  },
  {
    title: 'Keys and secrets',
    groups: { keys: 'docs/api/keys.md', secrets: 'docs/secrets.md', 'system-secret': 'docs/secrets.md' },
  },
  {
    title: 'Text messages',
    groups: {
      numbers: 'docs/phones.md',
      messages: 'docs/api/sms.md',
      unrouted: 'docs/operators.md',
      accounts: 'docs/api/sms.md',
      usage: 'docs/usage.md',
      sim: 'docs/web-app.md',
    },
  },
  {
    title: 'Webhooks and events',
    groups: {
      webhooks: 'docs/webhooks.md',
      deliveries: 'docs/webhooks.md',
      events: 'docs/webhooks.md',
      trigger: 'docs/webhooks.md',
      listen: 'docs/webhooks.md',
    },
  },
  {
    title: 'Records',
    groups: { audit: 'docs/operators.md', requests: 'docs/operators.md', mail: 'docs/mail.md' },
  },
]

/** The page of `docs/` that explains a command. */
export const pageOf = ({ words }: Pick<Declaration, 'words'>): string | undefined =>
  pages[words.join(' ')] ?? topics.map(({ groups }) => groups[words[0]]).find((page) => page !== undefined)

export interface TopicCommands {
  readonly title: string
  readonly commands: readonly Declaration[]
}

/** In the order of the topics and of their groups. */
export const byTopic = (declarations: readonly Declaration[]): readonly TopicCommands[] =>
  topics
    .map(({ title, groups }) => ({
      title,
      commands: Object.keys(groups).flatMap((group) =>
        declarations.filter(({ words: [first] }) => first === group),
      ),
    }))
    .filter(({ commands }) => commands.length > 0)
