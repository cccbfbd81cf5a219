// `npm run generate` writes this file from openapi/console.json.

export type ChangePasswordRequest = { readonly current_password: string; readonly new_password: string }

export type CompleteSetupRequest = { readonly token: string; readonly email: string; readonly first_name: string; readonly last_name: string; readonly password: string }

export type ConsoleKey = { readonly id: number; readonly name: string; readonly prefix: string; readonly service: 'sms' | 'files' | 'iam' | 'provisioning'; readonly environment: 'live' | 'test'; readonly creator: { readonly id: number; readonly name: string; readonly email: string; readonly role: 'owner' | 'admin' | 'member' | null }; readonly scopes: readonly (string)[]; readonly limits: { readonly per_minute: number; readonly per_day: number | null }; readonly folder: { readonly id: string; readonly name: string | null } | null; readonly number: { readonly id: number; readonly phone: string } | null; readonly ips: readonly (string)[]; readonly domains: readonly (string)[]; readonly state: 'active' | 'revoked' | 'expired' | 'disabled' | 'orphaned'; readonly created_at: string; readonly expires_at: string | null; readonly revoked_at: string | null; readonly last_used_at: string | null; readonly requests_24h: number }

export type ConsolePageMeta = { readonly next_before: number | null }

export type ConsoleRequest = { readonly id: number; readonly request_id: string; readonly at: string; readonly key_id: number | null; readonly key_name: string | null; readonly user_id: number; readonly user_name: string; readonly service: string; readonly operation: string | null; readonly method: string; readonly path: string | null; readonly status: number; readonly code: string | null; readonly ms: number; readonly address: string }

export type ConsoleSession = { readonly user: ConsoleUser; readonly workspaces: readonly ({ readonly id: number; readonly name: string; readonly type: 'personal' | 'org'; readonly role: 'owner' | 'admin' | 'member'; readonly services: readonly (string)[] })[]; readonly session_id: number; readonly installation: { readonly version: string; readonly gateway_url: string; readonly files_origin_url: string; readonly sms_base_url: string; readonly phones_url: string; readonly mail: 'smtp' | 'outbox'; readonly request_log_days: number } }

export type ConsoleSessionView = { readonly id: number; readonly browser: string; readonly address: string; readonly created_at: string; readonly seen_at: string; readonly current: boolean }

export type ConsoleUser = { readonly id: number; readonly email: string; readonly first_name: string; readonly last_name: string; readonly two_step: boolean; readonly operator: boolean }

export type CreateKeyRequest = { readonly service: 'sms' | 'files' | 'iam' | 'provisioning'; readonly name: string; readonly scopes: readonly (string)[]; readonly environment?: 'live' | 'test' | null | undefined; readonly per_minute?: number | null | undefined; readonly per_day?: number | null | undefined; readonly folder_id?: string | null | undefined; readonly number_id?: number | null | undefined; readonly ips?: readonly (string)[] | null | undefined; readonly domains?: readonly (string)[] | null | undefined; readonly expires_at?: string | null | undefined }

export type CreatedConsoleKey = { readonly key: ConsoleKey; readonly secret: string }

export type CurrentWorkspace = { readonly id: number; readonly name: string; readonly type: 'personal' | 'org'; readonly owner_id: number; readonly storage: { readonly used: number; readonly limit: number | null; readonly unlimited: boolean }; readonly created_at: string; readonly used_human: string; readonly limit_human: string }

export type FileEntry = { readonly id: string; readonly type: 'file' | 'folder'; readonly name: string; readonly parent_id: string | null; readonly size: number; readonly mime_type: string; readonly extension: string; readonly has_thumbnail: boolean; readonly share_status: 'private' | 'public' | 'limited'; readonly share_url: string; readonly share_active: boolean; readonly shared_with: string | null; readonly share_password_protected: boolean; readonly share_expires_at: string | null; readonly created_at: string; readonly updated_at: string }

export type FilesCopyFileRequest = { readonly parent_id?: string | null | undefined; readonly name?: string | undefined }

export type FilesCreateFolderRequest = { readonly name: string; readonly parent_id?: string | null | undefined }

export type FilesCreateShareRequest = { readonly file_id: string; readonly status?: 'private' | 'public' | 'limited' | undefined; readonly emails?: string | null | undefined; readonly password?: string | null | undefined; readonly expires_at?: string | null | undefined }

export type FilesCreateWebhookRequest = { readonly name: string; readonly url: string; readonly events: readonly ('file.created' | 'folder.created' | 'file.renamed' | 'file.moved' | 'file.deleted' | 'share.changed' | 'member.role_changed' | 'member.removed' | 'member.added' | '*')[]; readonly active?: boolean | undefined }

export type FilesCreateWorkspaceRequest = { readonly name: string; readonly ein?: string | null | undefined }

export type FilesMoveFileRequest = { readonly parent_id?: string | null | undefined }

export type FilesOpenUploadRequest = { readonly name: string; readonly size: number; readonly parent_id?: string | null | undefined }

export type FilesRenameWorkspaceRequest = { readonly name?: string | undefined }

export type FilesSendChunkForm = { readonly index?: number; readonly chunk: string }

export type FilesUpdateFileRequest = { readonly name?: string | undefined; readonly parent_id?: string | null | undefined }

export type FilesUpdateFolderRequest = { readonly name?: string | undefined; readonly parent_id?: string | null | undefined }

export type FilesUpdateShareRequest = { readonly status: 'private' | 'public' | 'limited'; readonly emails?: string | null | undefined; readonly password?: string | null | undefined; readonly expires_at?: string | null | undefined }

export type FilesUpdateWebhookRequest = { readonly name?: string | undefined; readonly url?: string | undefined; readonly events?: readonly ('file.created' | 'folder.created' | 'file.renamed' | 'file.moved' | 'file.deleted' | 'share.changed' | 'member.role_changed' | 'member.removed' | 'member.added' | '*')[] | undefined; readonly active?: boolean | undefined }

export type FilesUploadFileForm = { readonly parent_id?: string; readonly name?: string; readonly file: string }

export type FirstSteps = { readonly uploaded: boolean; readonly texted: boolean; readonly heard: boolean }

export type Folder = { readonly id: string; readonly type: 'file' | 'folder'; readonly name: string; readonly parent_id: string | null; readonly size: number; readonly mime_type: string; readonly extension: string; readonly has_thumbnail: boolean; readonly share_status: 'private' | 'public' | 'limited'; readonly share_url: string; readonly share_active: boolean; readonly shared_with: string | null; readonly share_password_protected: boolean; readonly share_expires_at: string | null; readonly created_at: string; readonly updated_at: string; readonly total_size: number; readonly item_count: number; readonly path: readonly ({ readonly id: string; readonly name: string })[] }

export type Group = { readonly id: number; readonly name: string; readonly number_id: number; readonly number: string; readonly active: boolean; readonly members: readonly (GroupMember)[]; readonly created_at: string }

export type GroupMember = { readonly id: number; readonly name: string; readonly phone: string; readonly admin: boolean }

export type IamInviteMemberRequest = { readonly email: string; readonly role?: 'member' | 'admin' | null | undefined }

export type IamUpdateMemberRequest = { readonly role: 'member' | 'admin' }

export type Invite = { readonly invite_id: number; readonly email: string; readonly role: 'member' | 'admin'; readonly status: 'pending'; readonly invited_at: string; readonly expires_at: string; readonly expired: boolean }

export type InviteCode = { readonly code: string; readonly link: string; readonly single_use: true; readonly created_at: string }

export type Invited = { readonly email: string; readonly role: 'member' | 'admin'; readonly status: 'invited'; readonly invited_at: string }

export type ListedWorkspace = { readonly id: number; readonly name: string; readonly type: 'personal' | 'org'; readonly owner_id: number; readonly storage: { readonly used: number; readonly limit: number | null; readonly unlimited: boolean }; readonly created_at: string; readonly role: 'owner' | 'admin' | 'member' }

export type Member = { readonly user_id: number; readonly email: string; readonly name: string | null; readonly role: 'owner' | 'admin' | 'member'; readonly status: 'active' | 'pending'; readonly joined_at: string | null }

export type MemberRole = { readonly user_id: number; readonly role: 'member' | 'admin' }

export type Message = { readonly id: number; readonly direction: 'in' | 'out'; readonly phone: string; readonly status: 'queued' | 'sending' | 'sent' | 'delivered' | 'failed' | 'expired' | 'cancelled' | 'received'; readonly segments: number; readonly body: string; readonly client_ref: string | null; readonly number_id: number | null; readonly number: string | null; readonly group_id: number | null; readonly error: { readonly code: string; readonly message: string } | null; readonly created_at: string; readonly expires_at: string | null; readonly sent_at: string | null; readonly delivered_at?: string }

export type PageMeta = { readonly total: number; readonly offset: number; readonly limit: number; readonly next_offset: number | null }

export type PhoneNumber = { readonly id: number; readonly number: string; readonly display: string; readonly label: string; readonly online: boolean }

export type ProvisioningAccess = { readonly state: 'none' | 'requested' | 'approved' | 'declined' | 'revoked'; readonly company: string | null; readonly purpose: string | null; readonly monthly_accounts: number | null; readonly requested_at: string | null; readonly approved_at: string | null; readonly declined_at: string | null; readonly revoked_at: string | null }

export type ReceivedChunk = { readonly upload_key: string; readonly index: number; readonly received: true; readonly duplicate: boolean; readonly complete: boolean }

export type RequestProvisioningAccessRequest = { readonly company: string; readonly purpose: string; readonly monthly_accounts: number }

export type SearchMatch = { readonly id: string; readonly type: 'file' | 'folder'; readonly name: string; readonly parent_id: string | null; readonly size: number; readonly mime_type: string; readonly extension: string; readonly has_thumbnail: boolean; readonly share_status: 'private' | 'public' | 'limited'; readonly share_url: string; readonly share_active: boolean; readonly shared_with: string | null; readonly share_password_protected: boolean; readonly share_expires_at: string | null; readonly created_at: string; readonly updated_at: string; readonly path: readonly ({ readonly id: string; readonly name: string })[] }

export type Share = { readonly file_id: string; readonly status: 'private' | 'public' | 'limited'; readonly url: string; readonly share_active: boolean; readonly shared_with: string | null; readonly share_password_protected: boolean; readonly share_expires_at: string | null }

export type SmsAddMemberRequest = { readonly name: string; readonly phone: string; readonly admin?: boolean | undefined }

export type SmsCreateGroupRequest = { readonly name: string; readonly number_id: number; readonly members?: readonly ({ readonly name: string; readonly phone: string; readonly admin?: boolean | undefined })[] | undefined }

export type SmsSendGroupMessageRequest = { readonly body: string; readonly client_ref?: string | null | undefined; readonly ttl?: number | null | undefined; readonly idempotency_key?: string | null | undefined }

export type SmsSendMessageRequest = { readonly to: string | readonly (string)[]; readonly body: string; readonly from?: number | string | null | undefined; readonly client_ref?: string | null | undefined; readonly ttl?: number | null | undefined; readonly idempotency_key?: string | null | undefined }

export type SmsUpdateGroupRequest = { readonly name?: string | undefined; readonly active?: boolean | undefined; readonly number_id?: unknown }

export type SmsUpdateMemberRequest = { readonly name?: string | undefined; readonly phone?: string | undefined; readonly admin?: boolean | undefined }

export type StorageUsage = { readonly workspace_id: number; readonly used: number; readonly limit: number | null; readonly unlimited: boolean; readonly remaining: number | null; readonly percent_used: number; readonly used_human: string; readonly limit_human: string; readonly file_count: number; readonly folder_count: number; readonly scope_folder_id: string | null; readonly scope_used: number | null; readonly max_upload_size: { readonly simple: number; readonly chunked: number } }

export type UpdateMeRequest = { readonly first_name?: string | undefined; readonly last_name?: string | undefined }

export type UploadProgress = { readonly upload_key: string; readonly name: string; readonly size: number; readonly parent_id: string | null; readonly chunk_size: number; readonly total_chunks: number; readonly missing_chunks: readonly (number)[]; readonly status: 'open'; readonly received_chunks: number; readonly created_at: string }

export type UploadSession = { readonly upload_key: string; readonly name: string; readonly size: number; readonly parent_id: string | null; readonly chunk_size: number; readonly total_chunks: number; readonly missing_chunks: readonly (number)[]; readonly resumed: boolean }

export type Webhook = { readonly id: number; readonly workspace_id: number; readonly name: string; readonly url: string; readonly events: readonly (string)[]; readonly active: boolean; readonly last_status: number | null; readonly last_delivered_at: string | null; readonly last_error: string | null; readonly created_at: string }

export type WebhookDelivery = { readonly id: number; readonly event: string; readonly status: 'pending' | 'delivered' | 'failed'; readonly attempts: number; readonly response_status: number | null; readonly last_error: string | null; readonly created_at: string; readonly delivered_at: string | null; readonly next_attempt_at: string | null }

export type Workspace = { readonly id: number; readonly name: string; readonly type: 'personal' | 'org'; readonly owner_id: number; readonly storage: { readonly used: number; readonly limit: number | null; readonly unlimited: boolean }; readonly created_at: string }

export type WorkspaceOverview = { readonly numbers: { readonly online: number; readonly total: number }; readonly failures: { readonly texts: number; readonly deliveries: number } }

export type Failure = { readonly error: { readonly code: string; readonly message: string; readonly details?: Readonly<Record<string, unknown>> } }

export interface Operations {
  readonly getSetup: { readonly input: Readonly<Record<string, never>>; readonly data: { readonly open: boolean }; readonly meta: undefined }
  readonly completeSetup: { readonly input: { readonly body: CompleteSetupRequest }; readonly data: { readonly user_id: number; readonly workspace_id: number }; readonly meta: undefined }
  readonly probeUpload: { readonly input: { readonly body: unknown }; readonly data: { readonly bytes: number }; readonly meta: undefined }
  readonly getSession: { readonly input: Readonly<Record<string, never>>; readonly data: ConsoleSession; readonly meta: undefined }
  readonly deleteSession: { readonly input: Readonly<Record<string, never>>; readonly data: undefined; readonly meta: undefined }
  readonly streamEvents: { readonly input: Readonly<Record<string, never>>; readonly data: unknown; readonly meta: undefined }
  readonly updateMe: { readonly input: { readonly body?: UpdateMeRequest | undefined }; readonly data: ConsoleUser; readonly meta: undefined }
  readonly changePassword: { readonly input: { readonly body: ChangePasswordRequest }; readonly data: undefined; readonly meta: undefined }
  readonly listSessions: { readonly input: Readonly<Record<string, never>>; readonly data: readonly (ConsoleSessionView)[]; readonly meta: undefined }
  readonly endOtherSessions: { readonly input: Readonly<Record<string, never>>; readonly data: undefined; readonly meta: undefined }
  readonly endSession: { readonly input: { readonly id: string | number }; readonly data: undefined; readonly meta: undefined }
  readonly getProvisioningAccess: { readonly input: Readonly<Record<string, never>>; readonly data: ProvisioningAccess; readonly meta: undefined }
  readonly requestProvisioningAccess: { readonly input: { readonly body: RequestProvisioningAccessRequest }; readonly data: ProvisioningAccess; readonly meta: undefined }
  readonly getFirstSteps: { readonly input: { readonly workspace: string | number }; readonly data: FirstSteps; readonly meta: undefined }
  readonly getOverview: { readonly input: { readonly workspace: string | number }; readonly data: WorkspaceOverview; readonly meta: undefined }
  readonly listKeys: { readonly input: { readonly workspace: string | number; readonly query?: { readonly service?: 'sms' | 'files' | 'iam' | 'provisioning' | undefined; readonly state?: 'active' | 'revoked' | 'expired' | 'disabled' | 'orphaned' | undefined; readonly limit?: number | undefined; readonly before?: number | undefined } | undefined }; readonly data: readonly (ConsoleKey)[]; readonly meta: ConsolePageMeta }
  readonly createKey: { readonly input: { readonly workspace: string | number; readonly body: CreateKeyRequest }; readonly data: CreatedConsoleKey; readonly meta: undefined }
  readonly getKey: { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: ConsoleKey; readonly meta: undefined }
  readonly deleteKey: { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: undefined; readonly meta: undefined }
  readonly listRequests: { readonly input: { readonly workspace: string | number; readonly query?: { readonly key_id?: number | undefined; readonly status?: 'ok' | '4xx' | '5xx' | undefined; readonly code?: string | undefined; readonly request_id?: string | undefined; readonly limit?: number | undefined; readonly before?: number | undefined } | undefined }; readonly data: readonly (ConsoleRequest)[]; readonly meta: ConsolePageMeta }
  readonly 'files.listFiles': { readonly input: { readonly workspace: string | number; readonly query?: { readonly parent_id?: string | undefined; readonly q?: string | undefined; readonly sort?: 'name_asc' | 'name_desc' | undefined; readonly limit?: number | undefined; readonly offset?: number | undefined } | undefined }; readonly data: readonly (FileEntry)[]; readonly meta: PageMeta }
  readonly 'files.uploadFile': { readonly input: { readonly workspace: string | number; readonly body: unknown }; readonly data: FileEntry; readonly meta: undefined }
  readonly 'files.getFile': { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: FileEntry; readonly meta: undefined }
  readonly 'files.updateFile': { readonly input: { readonly workspace: string | number; readonly id: string | number; readonly body?: FilesUpdateFileRequest | undefined }; readonly data: FileEntry; readonly meta: undefined }
  readonly 'files.deleteFile': { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: undefined; readonly meta: undefined }
  readonly 'files.getFileContent': { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: unknown; readonly meta: undefined }
  readonly 'files.getFileThumbnail': { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: unknown; readonly meta: undefined }
  readonly 'files.moveFile': { readonly input: { readonly workspace: string | number; readonly id: string | number; readonly body?: FilesMoveFileRequest | undefined }; readonly data: FileEntry; readonly meta: undefined }
  readonly 'files.copyFile': { readonly input: { readonly workspace: string | number; readonly id: string | number; readonly body?: FilesCopyFileRequest | undefined }; readonly data: FileEntry; readonly meta: undefined }
  readonly 'files.compressFile': { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: FileEntry; readonly meta: undefined }
  readonly 'files.unzipFile': { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: FileEntry; readonly meta: { readonly message: string } }
  readonly 'files.searchFiles': { readonly input: { readonly workspace: string | number; readonly query: { readonly q: string; readonly type?: 'file' | 'folder' | undefined; readonly parent_id?: string | undefined; readonly limit?: number | undefined; readonly offset?: number | undefined } }; readonly data: readonly (SearchMatch)[]; readonly meta: PageMeta }
  readonly 'files.createFolder': { readonly input: { readonly workspace: string | number; readonly body: FilesCreateFolderRequest }; readonly data: FileEntry; readonly meta: undefined }
  readonly 'files.getFolder': { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: Folder; readonly meta: undefined }
  readonly 'files.updateFolder': { readonly input: { readonly workspace: string | number; readonly id: string | number; readonly body?: FilesUpdateFolderRequest | undefined }; readonly data: FileEntry; readonly meta: undefined }
  readonly 'files.deleteFolder': { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: undefined; readonly meta: undefined }
  readonly 'files.listFolderChildren': { readonly input: { readonly workspace: string | number; readonly id: string | number; readonly query?: { readonly q?: string | undefined; readonly sort?: 'name_asc' | 'name_desc' | undefined; readonly limit?: number | undefined; readonly offset?: number | undefined } | undefined }; readonly data: readonly (FileEntry)[]; readonly meta: PageMeta }
  readonly 'files.getFolderContent': { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: unknown; readonly meta: undefined }
  readonly 'files.openUpload': { readonly input: { readonly workspace: string | number; readonly body: FilesOpenUploadRequest }; readonly data: UploadSession; readonly meta: undefined }
  readonly 'files.sendChunk': { readonly input: { readonly workspace: string | number; readonly upload_key: string | number; readonly query?: { readonly index?: number | undefined } | undefined; readonly body: unknown }; readonly data: ReceivedChunk; readonly meta: undefined }
  readonly 'files.getUpload': { readonly input: { readonly workspace: string | number; readonly upload_key: string | number }; readonly data: UploadProgress; readonly meta: undefined }
  readonly 'files.abortUpload': { readonly input: { readonly workspace: string | number; readonly upload_key: string | number }; readonly data: undefined; readonly meta: undefined }
  readonly 'files.completeUpload': { readonly input: { readonly workspace: string | number; readonly upload_key: string | number }; readonly data: FileEntry; readonly meta: undefined }
  readonly 'files.createShare': { readonly input: { readonly workspace: string | number; readonly body: FilesCreateShareRequest }; readonly data: Share; readonly meta: undefined }
  readonly 'files.getShare': { readonly input: { readonly workspace: string | number; readonly file_id: string | number }; readonly data: Share; readonly meta: undefined }
  readonly 'files.updateShare': { readonly input: { readonly workspace: string | number; readonly file_id: string | number; readonly body: FilesUpdateShareRequest }; readonly data: Share; readonly meta: undefined }
  readonly 'files.deleteShare': { readonly input: { readonly workspace: string | number; readonly file_id: string | number }; readonly data: undefined; readonly meta: undefined }
  readonly 'files.getStorage': { readonly input: { readonly workspace: string | number }; readonly data: StorageUsage; readonly meta: undefined }
  readonly 'files.getCurrentWorkspace': { readonly input: { readonly workspace: string | number }; readonly data: CurrentWorkspace; readonly meta: undefined }
  readonly 'files.listWorkspaces': { readonly input: { readonly workspace: string | number; readonly query?: { readonly limit?: number | undefined; readonly offset?: number | undefined } | undefined }; readonly data: readonly (ListedWorkspace)[]; readonly meta: PageMeta }
  readonly 'files.createWorkspace': { readonly input: { readonly workspace: string | number; readonly body: FilesCreateWorkspaceRequest }; readonly data: Workspace; readonly meta: undefined }
  readonly 'files.getWorkspace': { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: Workspace; readonly meta: undefined }
  readonly 'files.renameWorkspace': { readonly input: { readonly workspace: string | number; readonly id: string | number; readonly body?: FilesRenameWorkspaceRequest | undefined }; readonly data: Workspace; readonly meta: undefined }
  readonly 'files.listWebhooks': { readonly input: { readonly workspace: string | number; readonly query?: { readonly limit?: number | undefined; readonly offset?: number | undefined } | undefined }; readonly data: readonly (Webhook)[]; readonly meta: PageMeta }
  readonly 'files.createWebhook': { readonly input: { readonly workspace: string | number; readonly body: FilesCreateWebhookRequest }; readonly data: { readonly webhook: Webhook; readonly secret: string; readonly secret_warning: string }; readonly meta: undefined }
  readonly 'files.listWebhookEvents': { readonly input: { readonly workspace: string | number }; readonly data: readonly ({ readonly event: string; readonly description: string })[]; readonly meta: { readonly wildcard: '*' } }
  readonly 'files.getWebhook': { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: Webhook; readonly meta: undefined }
  readonly 'files.updateWebhook': { readonly input: { readonly workspace: string | number; readonly id: string | number; readonly body?: FilesUpdateWebhookRequest | undefined }; readonly data: Webhook; readonly meta: undefined }
  readonly 'files.deleteWebhook': { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: undefined; readonly meta: undefined }
  readonly 'files.listWebhookDeliveries': { readonly input: { readonly workspace: string | number; readonly id: string | number; readonly query?: { readonly limit?: number | undefined } | undefined }; readonly data: readonly (WebhookDelivery)[]; readonly meta: { readonly webhook_id: number; readonly limit: number } }
  readonly 'iam.listMembers': { readonly input: { readonly workspace: string | number }; readonly data: readonly (Member)[]; readonly meta: undefined }
  readonly 'iam.inviteMember': { readonly input: { readonly workspace: string | number; readonly body: IamInviteMemberRequest }; readonly data: Invited; readonly meta: undefined }
  readonly 'iam.updateMember': { readonly input: { readonly workspace: string | number; readonly user_id: string | number; readonly body: IamUpdateMemberRequest }; readonly data: MemberRole; readonly meta: undefined }
  readonly 'iam.deleteMember': { readonly input: { readonly workspace: string | number; readonly user_id: string | number }; readonly data: undefined; readonly meta: undefined }
  readonly 'iam.listInvites': { readonly input: { readonly workspace: string | number }; readonly data: readonly (Invite)[]; readonly meta: undefined }
  readonly 'iam.deleteInvite': { readonly input: { readonly workspace: string | number; readonly invite_id: string | number }; readonly data: undefined; readonly meta: undefined }
  readonly 'iam.listInviteCodes': { readonly input: { readonly workspace: string | number }; readonly data: readonly (InviteCode)[]; readonly meta: undefined }
  readonly 'iam.createInviteCode': { readonly input: { readonly workspace: string | number }; readonly data: InviteCode; readonly meta: undefined }
  readonly 'iam.deleteInviteCode': { readonly input: { readonly workspace: string | number; readonly code: string | number }; readonly data: undefined; readonly meta: undefined }
  readonly 'sms.listNumbers': { readonly input: { readonly workspace: string | number }; readonly data: { readonly numbers: readonly (PhoneNumber)[] }; readonly meta: undefined }
  readonly 'sms.listMessages': { readonly input: { readonly workspace: string | number; readonly query?: { readonly direction?: 'in' | 'out' | undefined; readonly status?: 'queued' | 'sending' | 'sent' | 'delivered' | 'failed' | 'expired' | 'cancelled' | 'received' | undefined; readonly phone?: string | undefined; readonly number_id?: number | undefined; readonly group_id?: number | undefined; readonly since_id?: number | undefined; readonly before_id?: number | undefined; readonly limit?: number | undefined } | undefined }; readonly data: { readonly messages: readonly (Message)[]; readonly next_before_id: number | null }; readonly meta: undefined }
  readonly 'sms.sendMessage': { readonly input: { readonly workspace: string | number; readonly body: SmsSendMessageRequest }; readonly data: { readonly messages: readonly (Message)[]; readonly rejected?: number; readonly reason?: 'limit_reached' | 'metered_cap_reached'; readonly message?: string }; readonly meta: undefined }
  readonly 'sms.getMessage': { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: { readonly message: Message }; readonly meta: undefined }
  readonly 'sms.cancelMessage': { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: { readonly message: Message }; readonly meta: undefined }
  readonly 'sms.listGroups': { readonly input: { readonly workspace: string | number }; readonly data: { readonly groups: readonly (Group)[] }; readonly meta: undefined }
  readonly 'sms.createGroup': { readonly input: { readonly workspace: string | number; readonly body: SmsCreateGroupRequest }; readonly data: { readonly group: Group }; readonly meta: undefined }
  readonly 'sms.getGroup': { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: { readonly group: Group }; readonly meta: undefined }
  readonly 'sms.updateGroup': { readonly input: { readonly workspace: string | number; readonly id: string | number; readonly body?: SmsUpdateGroupRequest | undefined }; readonly data: { readonly group: Group }; readonly meta: undefined }
  readonly 'sms.deleteGroup': { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: Readonly<Record<string, unknown>>; readonly meta: undefined }
  readonly 'sms.addMember': { readonly input: { readonly workspace: string | number; readonly id: string | number; readonly body: SmsAddMemberRequest }; readonly data: { readonly member: GroupMember }; readonly meta: undefined }
  readonly 'sms.updateMember': { readonly input: { readonly workspace: string | number; readonly id: string | number; readonly member_id: string | number; readonly body?: SmsUpdateMemberRequest | undefined }; readonly data: { readonly member: GroupMember }; readonly meta: undefined }
  readonly 'sms.removeMember': { readonly input: { readonly workspace: string | number; readonly id: string | number; readonly member_id: string | number }; readonly data: Readonly<Record<string, unknown>>; readonly meta: undefined }
  readonly 'sms.sendGroupMessage': { readonly input: { readonly workspace: string | number; readonly id: string | number; readonly body: SmsSendGroupMessageRequest }; readonly data: { readonly messages: readonly (Message)[]; readonly rejected?: number; readonly reason?: 'limit_reached' | 'metered_cap_reached'; readonly message?: string }; readonly meta: undefined }
}

export const routes: Readonly<Record<keyof Operations, readonly [method: string, path: string]>> = {
  getSetup: ['GET', '/setup'],
  completeSetup: ['POST', '/setup'],
  probeUpload: ['POST', '/operator/upload-probe'],
  getSession: ['GET', '/session'],
  deleteSession: ['DELETE', '/session'],
  streamEvents: ['GET', '/events'],
  updateMe: ['PATCH', '/me'],
  changePassword: ['POST', '/me/password'],
  listSessions: ['GET', '/me/sessions'],
  endOtherSessions: ['DELETE', '/me/sessions'],
  endSession: ['DELETE', '/me/sessions/{id}'],
  getProvisioningAccess: ['GET', '/me/provisioning-access'],
  requestProvisioningAccess: ['POST', '/me/provisioning-access'],
  getFirstSteps: ['GET', '/workspaces/{workspace}/first-steps'],
  getOverview: ['GET', '/workspaces/{workspace}/overview'],
  listKeys: ['GET', '/workspaces/{workspace}/keys'],
  createKey: ['POST', '/workspaces/{workspace}/keys'],
  getKey: ['GET', '/workspaces/{workspace}/keys/{id}'],
  deleteKey: ['DELETE', '/workspaces/{workspace}/keys/{id}'],
  listRequests: ['GET', '/workspaces/{workspace}/requests'],
  'files.listFiles': ['GET', '/workspaces/{workspace}/files/files'],
  'files.uploadFile': ['POST', '/workspaces/{workspace}/files/files'],
  'files.getFile': ['GET', '/workspaces/{workspace}/files/files/{id}'],
  'files.updateFile': ['PATCH', '/workspaces/{workspace}/files/files/{id}'],
  'files.deleteFile': ['DELETE', '/workspaces/{workspace}/files/files/{id}'],
  'files.getFileContent': ['GET', '/workspaces/{workspace}/files/files/{id}/content'],
  'files.getFileThumbnail': ['GET', '/workspaces/{workspace}/files/files/{id}/thumbnail'],
  'files.moveFile': ['POST', '/workspaces/{workspace}/files/files/{id}/move'],
  'files.copyFile': ['POST', '/workspaces/{workspace}/files/files/{id}/copy'],
  'files.compressFile': ['POST', '/workspaces/{workspace}/files/files/{id}/compress'],
  'files.unzipFile': ['POST', '/workspaces/{workspace}/files/files/{id}/unzip'],
  'files.searchFiles': ['GET', '/workspaces/{workspace}/files/search'],
  'files.createFolder': ['POST', '/workspaces/{workspace}/files/folders'],
  'files.getFolder': ['GET', '/workspaces/{workspace}/files/folders/{id}'],
  'files.updateFolder': ['PATCH', '/workspaces/{workspace}/files/folders/{id}'],
  'files.deleteFolder': ['DELETE', '/workspaces/{workspace}/files/folders/{id}'],
  'files.listFolderChildren': ['GET', '/workspaces/{workspace}/files/folders/{id}/children'],
  'files.getFolderContent': ['GET', '/workspaces/{workspace}/files/folders/{id}/content'],
  'files.openUpload': ['POST', '/workspaces/{workspace}/files/uploads'],
  'files.sendChunk': ['POST', '/workspaces/{workspace}/files/uploads/{upload_key}/chunk'],
  'files.getUpload': ['GET', '/workspaces/{workspace}/files/uploads/{upload_key}'],
  'files.abortUpload': ['DELETE', '/workspaces/{workspace}/files/uploads/{upload_key}'],
  'files.completeUpload': ['POST', '/workspaces/{workspace}/files/uploads/{upload_key}/complete'],
  'files.createShare': ['POST', '/workspaces/{workspace}/files/shares'],
  'files.getShare': ['GET', '/workspaces/{workspace}/files/shares/{file_id}'],
  'files.updateShare': ['PATCH', '/workspaces/{workspace}/files/shares/{file_id}'],
  'files.deleteShare': ['DELETE', '/workspaces/{workspace}/files/shares/{file_id}'],
  'files.getStorage': ['GET', '/workspaces/{workspace}/files/storage'],
  'files.getCurrentWorkspace': ['GET', '/workspaces/{workspace}/files/workspaces/current'],
  'files.listWorkspaces': ['GET', '/workspaces/{workspace}/files/workspaces'],
  'files.createWorkspace': ['POST', '/workspaces/{workspace}/files/workspaces'],
  'files.getWorkspace': ['GET', '/workspaces/{workspace}/files/workspaces/{id}'],
  'files.renameWorkspace': ['PATCH', '/workspaces/{workspace}/files/workspaces/{id}'],
  'files.listWebhooks': ['GET', '/workspaces/{workspace}/files/webhooks'],
  'files.createWebhook': ['POST', '/workspaces/{workspace}/files/webhooks'],
  'files.listWebhookEvents': ['GET', '/workspaces/{workspace}/files/webhooks/events'],
  'files.getWebhook': ['GET', '/workspaces/{workspace}/files/webhooks/{id}'],
  'files.updateWebhook': ['PATCH', '/workspaces/{workspace}/files/webhooks/{id}'],
  'files.deleteWebhook': ['DELETE', '/workspaces/{workspace}/files/webhooks/{id}'],
  'files.listWebhookDeliveries': ['GET', '/workspaces/{workspace}/files/webhooks/{id}/deliveries'],
  'iam.listMembers': ['GET', '/workspaces/{workspace}/iam/members'],
  'iam.inviteMember': ['POST', '/workspaces/{workspace}/iam/members'],
  'iam.updateMember': ['PATCH', '/workspaces/{workspace}/iam/members/{user_id}'],
  'iam.deleteMember': ['DELETE', '/workspaces/{workspace}/iam/members/{user_id}'],
  'iam.listInvites': ['GET', '/workspaces/{workspace}/iam/invites'],
  'iam.deleteInvite': ['DELETE', '/workspaces/{workspace}/iam/invites/{invite_id}'],
  'iam.listInviteCodes': ['GET', '/workspaces/{workspace}/iam/invite-codes'],
  'iam.createInviteCode': ['POST', '/workspaces/{workspace}/iam/invite-codes'],
  'iam.deleteInviteCode': ['DELETE', '/workspaces/{workspace}/iam/invite-codes/{code}'],
  'sms.listNumbers': ['GET', '/workspaces/{workspace}/sms/numbers'],
  'sms.listMessages': ['GET', '/workspaces/{workspace}/sms/messages'],
  'sms.sendMessage': ['POST', '/workspaces/{workspace}/sms/messages'],
  'sms.getMessage': ['GET', '/workspaces/{workspace}/sms/messages/{id}'],
  'sms.cancelMessage': ['DELETE', '/workspaces/{workspace}/sms/messages/{id}'],
  'sms.listGroups': ['GET', '/workspaces/{workspace}/sms/groups'],
  'sms.createGroup': ['POST', '/workspaces/{workspace}/sms/groups'],
  'sms.getGroup': ['GET', '/workspaces/{workspace}/sms/groups/{id}'],
  'sms.updateGroup': ['PATCH', '/workspaces/{workspace}/sms/groups/{id}'],
  'sms.deleteGroup': ['DELETE', '/workspaces/{workspace}/sms/groups/{id}'],
  'sms.addMember': ['POST', '/workspaces/{workspace}/sms/groups/{id}/members'],
  'sms.updateMember': ['PATCH', '/workspaces/{workspace}/sms/groups/{id}/members/{member_id}'],
  'sms.removeMember': ['DELETE', '/workspaces/{workspace}/sms/groups/{id}/members/{member_id}'],
  'sms.sendGroupMessage': ['POST', '/workspaces/{workspace}/sms/groups/{id}/messages'],
}
