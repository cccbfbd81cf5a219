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
  messages: ['getFirstSteps', 'getOverview', 'sms.listMessages', 'sms.getMessage'],
  groups: ['sms.listGroups', 'sms.getGroup'],
  numbers: ['getOverview', 'listNumbers', 'getNumber', 'sms.listNumbers'],
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

export type Topic = keyof typeof topics
