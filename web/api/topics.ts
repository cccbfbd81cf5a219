import type { OperationId } from './call.ts'

/** What each topic of the event stream changes: the reads that are then out of date. */
export const topics = {
  files: [
    'getFirstSteps',
    'files.listFiles',
    'files.listFolderChildren',
    'files.getStorage',
    'files.getFolder',
    'files.getFile',
    'listItems',
    'listShares',
  ],
  shares: ['files.getShare', 'listItems', 'listShares', 'listItemAccesses', 'getShareNote', 'files.getFile'],
  accesses: ['listItemAccesses', 'listShares'],
  messages: [
    'getFirstSteps',
    'getOverview',
    'sms.listMessages',
    'sms.getMessage',
    'listConversations',
    'getConversation',
    'getMessageHistory',
    'listSimulatedPeople',
    'listSimulatedTexts',
    'listMutedMembers',
  ],
  reads: ['listConversations', 'getConversation'],
  groups: ['sms.listGroups', 'sms.getGroup', 'listMutedMembers'],
  numbers: [
    'getOverview',
    'listNumbers',
    'getNumber',
    'sms.listNumbers',
    'getSimulator',
    'listOperatorNumbers',
    'getOperatorNumber',
    'getInstallationHealth',
  ],
  unrouted: ['listUnrouted', 'getInstallationHealth'],
  members: ['iam.listMembers', 'iam.listInvites', 'iam.listInviteCodes', 'listAudit'],
  keys: ['listKeys', 'getKey', 'listAudit'],
  webhooks: ['files.listWebhooks', 'files.getWebhook', 'listAudit'],
  deliveries: [
    'getFirstSteps',
    'getOverview',
    'files.listWebhookDeliveries',
    'listDeliveries',
    'getDelivery',
    'files.listWebhooks',
    'files.getWebhook',
  ],
  usage: ['getUsage'],
  people: ['listPeople', 'getPerson', 'listPlans'],
  provisioning: ['listProvisioningRequests', 'getPerson'],
  plans: ['listPlans', 'getPerson'],
  workspaces: ['listWorkspaces', 'getWorkspace', 'listAudit'],
  mail: ['listMails', 'getInstallationHealth'],
  jobs: ['listJobs', 'getInstallationHealth'],
  session: ['getSession', 'listSessions'],
} as const satisfies Readonly<Record<string, readonly OperationId[]>>

/** Live too, but its screen decides when: searches are limited. */
export const searches = ['files.searchFiles'] as const satisfies readonly OperationId[]

export type Topic = keyof typeof topics
