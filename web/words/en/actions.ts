/** What the audit log calls actions. Others are shown as they are. */
export const workspaceActions: Readonly<Record<string, string>> = {
  'invitation.accept': 'Accepted an invitation',
  'invitation.cancel': 'Canceled an invitation',
  'invitation.send': 'Invited a person',
  'invite_code.create': 'Created a join link',
  'invite_code.revoke': 'Revoked a join link',
  'invite_code.use': 'Joined with a join link',
  'key.create': 'Created a key',
  'key.revoke': 'Revoked a key',
  'key.rotate': 'Replaced a key',
  'key.update': 'Changed a key',
  'member.add': 'Added a member',
  'member.leave': 'Left the organization',
  'member.make_admin': 'Made a member an admin',
  'member.make_member': 'Made an admin a member',
  'member.make_owner': 'Changed the owner',
  'member.remove': 'Removed a member',
  'number.add': 'Added a number',
  'number.assign': 'Assigned a number',
  'number.remove': 'Removed a number',
  'number.update': 'Changed a number',
  'simulator.update': 'Changed a simulated number',
  'unrouted.assign': 'Assigned an unrouted text',
  'webhook.create': 'Created a webhook',
  'webhook.delete': 'Deleted a webhook',
  'webhook.test': 'Sent a test event',
  'webhook.update': 'Changed a webhook',
  'delivery.recover': 'Sent failed deliveries again',
  'delivery.resend': 'Sent a delivery again',
  'workspace.create': 'Created a workspace',
  'workspace.export': 'Exported the workspace',
  'workspace.rename': 'Renamed the workspace',
  'phone.connect': 'Made a code to connect a phone',
  'phone.disconnect': 'Disconnected a phone',
  'quota.set': 'Changed the storage limit',
  'business.create': 'Created a business account',
  'user.create': 'Created a person',
}

export const installationActions: Readonly<Record<string, string>> = {
  ...workspaceActions,
  'approval.approve': 'Approved provisioning',
  'approval.decline': 'Declined provisioning',
  'approval.request': 'Asked for provisioning',
  'approval.revoke': 'Revoked provisioning',
  'demo.remove': 'Removed the demo data',
  'job.retry': 'Retried a job',
  'mail.read': 'Read a mail',
  'mail.resend': 'Sent a mail again',
  'mail.test': 'Sent a test mail',
  'operator.add': 'Made an operator',
  'operator.remove': 'Removed an operator',
  'password.reset': 'Mailed a reset link',
  'password.set': 'Set a password',
  'plan.create': 'Created a plan',
  'plan.set': 'Changed the plan of a person',
  'plan.update': 'Changed a plan',
  'session.begin': 'Logged in',
  'session.end': 'Ended a session',
  'session.end-others': 'Ended other sessions',
  'setup-link.create': 'Made a set-up link',
  'two_step.off': 'Turned two-step verification off',
  'two_step.on': 'Turned two-step verification on',
  'user.disable': 'Disabled a person',
  'user.enable': 'Enabled a person',
  'user.update': 'Changed a name or address',
}

const names: Readonly<Record<string, string>> = {
  ...installationActions,
  'member.invite': 'Invited a person',
}

export const actionName = (action: string): string => names[action] ?? action.replaceAll(/[._-]/g, ' ')

/** For a choice among them. */
export const optionsOf = (actions: Readonly<Record<string, string>>) =>
  Object.entries(actions).map(([value, label]) => ({ value, label }))
