import { memberRemoved, roleChanged } from '../../identity/member/events.ts'
import type { Origins } from '../../api/context.ts'
import type { EventDraft } from '../../platform/outbox/event.ts'
import { exampleChild, exampleFile, exampleFolder } from '../examples.ts'
import { itemCreated, itemDeleted, itemMoved, itemRenamed } from '../item/events.ts'
import { shareChanged, shareExpired } from '../share/events.ts'
import { workspaceCreated, workspaceRenamed } from '../workspace/events.ts'
import type { File } from '../item/model.ts'
import { exampleShare } from '../share/examples.ts'
import type { Share } from '../share/model.ts'
import { exampleOrganization, exampleWorkspace } from '../workspace/examples.ts'

const userId = 29
const renamedFile = { ...exampleFile, name: 'renamed.txt' }
const expiredShare = { ...exampleShare, status: 'private', share_active: false } as const

const fileAt = ({ files }: Origins, file: File): File => ({ ...file, share_url: `${files}/sl/${file.id}` })
const shareAt = ({ files }: Origins, share: Share): Share => ({
  ...share,
  url: `${files}/sl/${share.file_id}`,
})

const samples = {
  'file.created': (workspaceId, at) => itemCreated(workspaceId, fileAt(at, exampleFile)),
  'folder.created': (workspaceId, at) => itemCreated(workspaceId, fileAt(at, exampleFolder)),
  'file.renamed': (workspaceId, at) => itemRenamed(workspaceId, fileAt(at, renamedFile)),
  'file.moved': (workspaceId, at) => itemMoved(workspaceId, fileAt(at, exampleChild)),
  'file.deleted': (workspaceId, at) => itemDeleted(workspaceId, fileAt(at, exampleFile)),
  'share.changed': (workspaceId, at) => shareChanged(workspaceId, shareAt(at, exampleShare)),
  'member.role_changed': (workspaceId) => roleChanged({ workspaceId, userId }, 'admin'),
  'member.removed': (workspaceId) => memberRemoved({ workspaceId, userId }),
  'workspace.created': (workspaceId) => workspaceCreated(workspaceId, exampleOrganization),
  'workspace.renamed': (workspaceId) =>
    workspaceRenamed(workspaceId, { ...exampleWorkspace, id: workspaceId }),
  'share.expired': (workspaceId, at) => shareExpired(workspaceId, shareAt(at, expiredShare)),
} as const satisfies Readonly<Record<string, (workspaceId: number, at: Origins) => EventDraft>>

type SampleEvent = keyof typeof samples

export const sampleEvents = Object.keys(samples) as readonly SampleEvent[]

export const sampleEvent = (name: SampleEvent, workspaceId: number, at: Origins): EventDraft =>
  samples[name](workspaceId, at)
