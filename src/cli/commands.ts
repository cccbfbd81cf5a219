import type { Command, Declaration } from './command.ts'
import { setStopWords } from './commands/accounts/stop-words.ts'
import { listAuditEntries } from './commands/audit/list.ts'
import { createOneBackup } from './commands/backup/create.ts'
import { listBackups } from './commands/backup/list.ts'
import { removeDemoData } from './commands/demo/remove.ts'
import { listDeliveries } from './commands/deliveries/list.ts'
import { doctor } from './commands/doctor/doctor.ts'
import { createApiKey } from './commands/keys/create.ts'
import { listApiKeys } from './commands/keys/list.ts'
import { rotateApiKey } from './commands/keys/rotate.ts'
import { updateApiKey } from './commands/keys/update.ts'
import { revokeApiKey } from './commands/keys/revoke.ts'
import { showApiKey } from './commands/keys/show.ts'
import { listMails } from './commands/mail/list.ts'
import { resendOneMail } from './commands/mail/resend.ts'
import { showMail } from './commands/mail/show.ts'
import {
  addWorkspaceMember,
  changeMemberRole,
  changeWorkspaceOwner,
  removeWorkspaceMember,
} from './commands/members/change.ts'
import { listWorkspaceMembers } from './commands/members/list.ts'
import { showWorkspaceMember } from './commands/members/show.ts'
import { listMessages } from './commands/messages/list.ts'
import { showOneMessage } from './commands/messages/show.ts'
import { showMigrations } from './commands/migrate/status.ts'
import { migrateUp } from './commands/migrate/up.ts'
import { addPhoneNumber } from './commands/numbers/add.ts'
import { assignPhoneNumber } from './commands/numbers/assign.ts'
import { labelPhoneNumber } from './commands/numbers/label.ts'
import { listPhoneNumbers } from './commands/numbers/list.ts'
import { operatePhoneOfNumber } from './commands/numbers/phone.ts'
import { setNumberOnline } from './commands/numbers/online.ts'
import { setNumberPace } from './commands/numbers/pace.ts'
import { removePhoneNumber } from './commands/numbers/remove.ts'
import { addOperator, removeOperator } from './commands/operators/change.ts'
import { listOperators } from './commands/operators/list.ts'
import { createPlan } from './commands/plans/create.ts'
import { listPlans } from './commands/plans/list.ts'
import { setUserPlan } from './commands/plans/set.ts'
import { showUserPlan } from './commands/plans/show.ts'
import { updatePlan } from './commands/plans/update.ts'
import { approveUser, declineRequest, revokeApproval } from './commands/provisioning/decide.ts'
import { listRequests } from './commands/provisioning/list.ts'
import { requestApproval } from './commands/provisioning/request.ts'
import { printSetupLink } from './commands/setup-link/create.ts'
import { listApiRequests } from './commands/requests/list.ts'
import { forgetOldSecretKeys } from './commands/secrets/forget-old.ts'
import { rotateSecrets } from './commands/secrets/rotate.ts'
import { showSecretStatus } from './commands/secrets/status.ts'
import { simInbound } from './commands/sim/inbound.ts'
import { simOutbox } from './commands/sim/outbox.ts'
import { simSet } from './commands/sim/set.ts'
import { rotateSharedSecret } from './commands/system-secret/rotate.ts'
import { showSystemSecret } from './commands/system-secret/show.ts'
import { assignUnroutedText } from './commands/unrouted/assign.ts'
import { listUnroutedTexts } from './commands/unrouted/list.ts'
import { exportMonthlyUsage } from './commands/usage/export.ts'
import { listWebhooks } from './commands/webhooks/list.ts'
import { listEvents } from './commands/webhooks/list-events.ts'
import { triggerEvent } from './commands/webhooks/trigger.ts'
import { createUser } from './commands/users/create.ts'
import { deleteUser } from './commands/users/delete.ts'
import { undeleteUser } from './commands/users/undelete.ts'
import { listUsers } from './commands/users/list.ts'
import { showUser } from './commands/users/show.ts'
import { endSessionsOfUser } from './commands/users/end-sessions.ts'
import { disableUser, enableUser } from './commands/users/switch.ts'
import { switchTwoFactorOffForUser } from './commands/users/two-step-off.ts'
import { updateUser } from './commands/users/update.ts'
import { createWorkspace } from './commands/workspaces/create.ts'
import { exportWorkspaceData } from './commands/workspaces/export.ts'
import { deleteWorkspace } from './commands/workspaces/delete.ts'
import { undeleteWorkspace } from './commands/workspaces/undelete.ts'
import { listWorkspaces } from './commands/workspaces/list.ts'
import { setWorkspaceQuota } from './commands/workspaces/quota.ts'
import { showWorkspace } from './commands/workspaces/show.ts'
import { completionDeclaration } from './completion/completion.ts'
import { restoreDeclaration, verifyDeclaration } from './backup/declarations.ts'
import { listenDeclaration } from './listen/declaration.ts'
import { serveDeclaration } from './serve.ts'

export const commands: readonly Command[] = [
  createUser,
  listUsers,
  showUser,
  updateUser,
  disableUser,
  enableUser,
  deleteUser,
  undeleteUser,
  endSessionsOfUser,
  switchTwoFactorOffForUser,
  addOperator,
  removeOperator,
  listOperators,
  printSetupLink,
  createWorkspace,
  listWorkspaces,
  showWorkspace,
  setWorkspaceQuota,
  exportWorkspaceData,
  deleteWorkspace,
  undeleteWorkspace,
  addWorkspaceMember,
  listWorkspaceMembers,
  showWorkspaceMember,
  changeMemberRole,
  changeWorkspaceOwner,
  removeWorkspaceMember,
  createPlan,
  updatePlan,
  setUserPlan,
  listPlans,
  showUserPlan,
  createApiKey,
  listApiKeys,
  showApiKey,
  updateApiKey,
  rotateApiKey,
  revokeApiKey,
  addPhoneNumber,
  listPhoneNumbers,
  setNumberOnline,
  operatePhoneOfNumber,
  setNumberPace,
  labelPhoneNumber,
  assignPhoneNumber,
  removePhoneNumber,
  listMessages,
  showOneMessage,
  setStopWords,
  listUnroutedTexts,
  assignUnroutedText,
  simInbound,
  simOutbox,
  simSet,
  requestApproval,
  listRequests,
  approveUser,
  declineRequest,
  revokeApproval,
  listWebhooks,
  listDeliveries,
  listEvents,
  triggerEvent,
  listAuditEntries,
  listApiRequests,
  listMails,
  showMail,
  resendOneMail,
  showSystemSecret,
  rotateSharedSecret,
  showSecretStatus,
  rotateSecrets,
  forgetOldSecretKeys,
  exportMonthlyUsage,
  createOneBackup,
  listBackups,
  removeDemoData,
  showMigrations,
  migrateUp,
  doctor,
]

export const declarations: readonly Declaration[] = [
  serveDeclaration,
  ...commands,
  listenDeclaration,
  completionDeclaration,
  restoreDeclaration,
  verifyDeclaration,
]
