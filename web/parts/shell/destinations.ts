import type { IconName } from '../../ui/icon.tsx'
import { shellWords } from '../../words/words.ts'
import { manages, type Session, type Workspace } from '../session/session.ts'

const { groups, pages } = shellWords

/** A page of the navigation. */
export interface Destination {
  readonly label: string
  readonly icon: IconName
  readonly to: string
  /** `g`, then this letter. */
  readonly letter?: string | undefined
}

export interface DestinationGroup {
  readonly heading?: string
  readonly items: readonly Destination[]
}

interface WorkspacePage extends Omit<Destination, 'to'> {
  /** Below `/w/{workspace}`. */
  readonly path: string
  readonly shown?: (workspace: Workspace) => boolean
}

const hasTexts = ({ services }: Workspace): boolean => services.includes('sms')
const hasFiles = ({ services }: Workspace): boolean => services.includes('files')

/** The navigation Main. To add a page, add a line. */
const mainPages: readonly { readonly heading?: string; readonly pages: readonly WorkspacePage[] }[] = [
  {
    pages: [
      { label: pages.home, icon: 'home', path: '', letter: 'h' },
      { label: pages.files, icon: 'folder', path: '/files', letter: 'f', shown: hasFiles },
      { label: pages.shared, icon: 'share', path: '/shared', letter: 'l', shown: hasFiles },
    ],
  },
  {
    heading: groups.texts,
    pages: [
      { label: pages.messages, icon: 'message', path: '/messages', letter: 't', shown: hasTexts },
      { label: pages.groups, icon: 'users', path: '/groups', letter: 'g', shown: hasTexts },
      { label: pages.numbers, icon: 'phone', path: '/numbers', letter: 'n', shown: hasTexts },
      { label: pages.simulator, icon: 'play', path: '/simulator', letter: 'v', shown: hasTexts },
    ],
  },
  {
    heading: groups.developers,
    pages: [
      { label: pages.keys, icon: 'key', path: '/keys', letter: 'k' },
      { label: pages.webhooks, icon: 'webhook', path: '/webhooks', letter: 'w' },
      { label: pages.requests, icon: 'rows', path: '/requests', letter: 'r' },
      { label: pages.provisioning, icon: 'building', path: '/provisioning', letter: 'p' },
      { label: pages.reference, icon: 'book', path: '/reference', letter: 'd' },
    ],
  },
  {
    heading: groups.workspace,
    pages: [
      {
        label: pages.members,
        icon: 'users',
        path: '/members',
        letter: 'm',
        shown: ({ type }) => type === 'org',
      },
      { label: pages.usage, icon: 'bars', path: '/usage', letter: 'u' },
      { label: pages.audit, icon: 'history', path: '/audit', letter: 'a', shown: manages },
      { label: pages.settings, icon: 'settings', path: '/settings', letter: 's' },
    ],
  },
]

/** The navigation Operator. To add a page, add a line. */
const operatorPages: readonly Destination[] = [
  { label: pages.health, icon: 'activity', to: '/operator', letter: 'o' },
  { label: pages.provisioningRequests, icon: 'building', to: '/operator/provisioning' },
  { label: pages.people, icon: 'user', to: '/operator/people' },
  { label: pages.plans, icon: 'tag', to: '/operator/plans' },
  { label: pages.workspaces, icon: 'folder', to: '/operator/workspaces' },
  { label: pages.numbers, icon: 'phone', to: '/operator/numbers' },
  { label: pages.unrouted, icon: 'message', to: '/operator/unrouted' },
  { label: pages.mail, icon: 'mail', to: '/operator/mail' },
  { label: pages.jobs, icon: 'refresh', to: '/operator/jobs' },
  { label: pages.audit, icon: 'history', to: '/operator/audit' },
]

export const myPages: Readonly<Record<'profile' | 'security' | 'workspaces', Destination>> = {
  profile: { label: shellWords.profile, icon: 'user', to: '/me/profile' },
  security: { label: shellWords.security, icon: 'lock', to: '/me/security' },
  workspaces: { label: shellWords.workspaces, icon: 'folder', to: '/me/workspaces' },
}

export const homeOf = ({ id }: Workspace): string => `/w/${id}`

/** The groups of the navigation Main that this person sees in this workspace. */
export const mainDestinations = (workspace: Workspace): readonly DestinationGroup[] =>
  mainPages.map(({ pages, ...group }) => ({
    ...group,
    items: pages
      .filter(({ shown }) => shown?.(workspace) ?? true)
      .map(({ label, icon, letter, path }) => ({ label, icon, letter, to: homeOf(workspace) + path })),
  }))

/** Empty for everybody else. */
export const operatorDestinations = ({ user }: Session): readonly Destination[] =>
  user.operator ? operatorPages : []
