import { memberRemoved, roleChanged } from '../../access/member/events.ts'
import type { EventDraft } from '../../platform/outbox/event.ts'
import { exampleChild, exampleFile, exampleFolder } from '../examples.ts'
import {
  itemCreated,
  itemDeleted,
  itemMoved,
  itemRenamed,
  shareChanged,
  shareExpired,
  workspaceCreated,
  workspaceRenamed,
} from '../events.ts'
import { exampleShare } from '../share/examples.ts'
import { exampleOrganization, exampleWorkspace } from '../workspace/examples.ts'

const userId = 29
const renamedFile = { ...exampleFile, name: 'renamed.txt' }
const expiredShare = { ...exampleShare, status: 'private', share_active: false } as const

/** Every event that is ever sent, with the payload of the reference's examples. */
const samples = {
  'file.created': (workspaceId) => itemCreated(workspaceId, exampleFile),
  'folder.created': (workspaceId) => itemCreated(workspaceId, exampleFolder),
  'file.renamed': (workspaceId) => itemRenamed(workspaceId, renamedFile),
  'file.moved': (workspaceId) => itemMoved(workspaceId, exampleChild),
  'file.deleted': (workspaceId) => itemDeleted(workspaceId, exampleFile),
  'share.changed': (workspaceId) => shareChanged(workspaceId, exampleShare),
  'member.role_changed': (workspaceId) => roleChanged({ workspaceId, userId }, 'admin'),
  'member.removed': (workspaceId) => memberRemoved({ workspaceId, userId }),
  'workspace.created': (workspaceId) => workspaceCreated(workspaceId, exampleOrganization),
  'workspace.renamed': (workspaceId) =>
    workspaceRenamed(workspaceId, { ...exampleWorkspace, id: workspaceId }),
  'share.expired': (workspaceId) => shareExpired(workspaceId, expiredShare),
} as const satisfies Readonly<Record<string, (workspaceId: number) => EventDraft>>

type SampleEvent = keyof typeof samples

export const sampleEvents = Object.keys(samples) as readonly SampleEvent[]

/** The event as its service would emit it, told of things that do not exist. */
export const sampleEvent = (name: SampleEvent, workspaceId: number): EventDraft => samples[name](workspaceId)
