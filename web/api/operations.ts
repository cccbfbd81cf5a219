// `npm run generate` writes this file from openapi/console.json.

export type AddNumberRequest = { readonly phone: string; readonly carrier: 'simulator' | 'android'; readonly label?: string | null | undefined; readonly pool?: true | undefined; readonly workspace_id?: number | null | undefined }

export type AddedNumber = { readonly number: OperatorNumberDetails; readonly taken_out: readonly ({ readonly id: number; readonly number: string })[]; readonly enrolment: PhoneEnrolment | null }

export type AssignUnroutedRequest = { readonly workspace_id: number }

export type AssignedUnroutedText = { readonly id: number; readonly workspace_id: number; readonly message_id: number }

export type ChangePasswordRequest = { readonly current_password: string; readonly new_password: string }

export type ChangedNumber = { readonly number: OperatorNumberDetails; readonly taken_out: readonly ({ readonly id: number; readonly number: string })[]; readonly failed: number; readonly phone_disconnected: boolean }

export type CompleteSetupRequest = { readonly token: string; readonly email: string; readonly first_name: string; readonly last_name: string; readonly password: string }

export type ConsoleAuditEntry = { readonly id: number; readonly at: string; readonly actor: 'person' | 'key' | 'operator' | 'nobody'; readonly user: { readonly id: number; readonly name: string | null; readonly email: string | null } | null; readonly key: { readonly id: number; readonly name: string | null } | null; readonly action: string; readonly target: string | null; readonly target_name: string | null; readonly outcome: string; readonly request_id: string | null; readonly address: string | null; readonly calls: number }

export type ConsoleDelivery = { readonly id: number; readonly event: string; readonly test: boolean; readonly status: 'pending' | 'delivered' | 'failed'; readonly attempts: number; readonly response_status: number | null; readonly last_error: string | null; readonly created_at: string; readonly delivered_at: string | null; readonly next_attempt_at: string | null }

export type ConsoleDeliveryDetails = { readonly id: number; readonly event: string; readonly test: boolean; readonly status: 'pending' | 'delivered' | 'failed'; readonly attempts: number; readonly response_status: number | null; readonly last_error: string | null; readonly created_at: string; readonly delivered_at: string | null; readonly next_attempt_at: string | null; readonly request: { readonly sent_at: string | null; readonly headers: Readonly<Record<string, string>>; readonly body: string }; readonly response: { readonly status: number | null; readonly excerpt: string | null } }

export type ConsoleKey = { readonly id: number; readonly name: string; readonly prefix: string; readonly service: 'sms' | 'files' | 'iam' | 'provisioning'; readonly environment: 'live' | 'test'; readonly creator: { readonly id: number; readonly name: string; readonly email: string; readonly role: 'owner' | 'admin' | 'member' | null }; readonly scopes: readonly (string)[]; readonly limits: { readonly per_minute: number; readonly per_day: number | null }; readonly folder: { readonly id: string; readonly name: string | null } | null; readonly number: { readonly id: number; readonly phone: string } | null; readonly ips: readonly (string)[]; readonly domains: readonly (string)[]; readonly state: 'active' | 'revoked' | 'expired' | 'disabled' | 'orphaned'; readonly created_at: string; readonly expires_at: string | null; readonly revoked_at: string | null; readonly last_used_at: string | null; readonly requests_24h: number }

export type ConsolePageMeta = { readonly next_before: number | null }

export type ConsoleRequest = { readonly id: number; readonly request_id: string; readonly at: string; readonly key_id: number | null; readonly key_name: string | null; readonly user_id: number; readonly user_name: string; readonly service: string; readonly operation: string | null; readonly method: string; readonly path: string | null; readonly status: number; readonly code: string | null; readonly ms: number; readonly address: string }

export type ConsoleSession = { readonly user: ConsoleUser; readonly workspaces: readonly ({ readonly id: number; readonly name: string; readonly type: 'personal' | 'org'; readonly role: 'owner' | 'admin' | 'member'; readonly demo: boolean; readonly services: readonly (string)[] })[]; readonly session_id: number; readonly installation: { readonly version: string; readonly gateway_url: string; readonly files_origin_url: string; readonly sms_base_url: string; readonly phones_url: string; readonly mail: 'smtp' | 'outbox'; readonly request_log_days: number } }

export type ConsoleSessionView = { readonly id: number; readonly browser: string; readonly address: string; readonly created_at: string; readonly seen_at: string; readonly current: boolean }

export type ConsoleUser = { readonly id: number; readonly email: string; readonly first_name: string; readonly last_name: string; readonly two_step: boolean; readonly operator: boolean }

export type Conversation = { readonly phone: string; readonly display: string; readonly last: Message; readonly unread: boolean; readonly opted_out_at: string | null }

export type CreateKeyRequest = { readonly service: 'sms' | 'files' | 'iam' | 'provisioning'; readonly name: string; readonly scopes: readonly (string)[]; readonly environment?: 'live' | 'test' | null | undefined; readonly per_minute?: number | null | undefined; readonly per_day?: number | null | undefined; readonly folder_id?: string | null | undefined; readonly number_id?: number | null | undefined; readonly ips?: readonly (string)[] | null | undefined; readonly domains?: readonly (string)[] | null | undefined; readonly expires_at?: string | null | undefined }

export type CreatePersonRequest = { readonly email: string; readonly first_name: string; readonly last_name: string; readonly plan?: string | undefined }

export type CreatePlanRequest = { readonly name: string; readonly services: readonly ('sms' | 'files')[]; readonly sms_daily: number; readonly payg: boolean; readonly cap_micros: number; readonly price_micros: number }

export type CreateWorkspaceRequest = { readonly owner_id: number; readonly name: string }

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

export type InstallationAuditEntry = { readonly id: number; readonly at: string; readonly actor: 'person' | 'key' | 'operator' | 'nobody'; readonly user: { readonly id: number; readonly email: string | null } | null; readonly key: { readonly id: number; readonly name: string | null } | null; readonly workspace_id: number | null; readonly action: string; readonly target: string | null; readonly target_name: string | null; readonly outcome: string; readonly request_id: string | null; readonly address: string | null; readonly calls: number }

export type InstallationHealth = { readonly version: string; readonly at: string; readonly checks: readonly ({ readonly name: string; readonly state: 'ok' | 'warning' | 'failed'; readonly found: string })[]; readonly queues: readonly ({ readonly name: string; readonly jobs: number; readonly age_seconds: number })[]; readonly mail: { readonly mode: 'smtp' | 'outbox'; readonly waiting: number; readonly failed: number }; readonly numbers: { readonly online: number; readonly offline: number; readonly paused: number }; readonly unrouted: number; readonly storage: { readonly free_bytes: number; readonly size_bytes: number } | null }

export type Invite = { readonly invite_id: number; readonly email: string; readonly role: 'member' | 'admin'; readonly status: 'pending'; readonly invited_at: string; readonly expires_at: string; readonly expired: boolean }

export type InviteCode = { readonly code: string; readonly link: string; readonly single_use: true; readonly created_at: string }

export type Invited = { readonly email: string; readonly role: 'member' | 'admin'; readonly status: 'invited'; readonly invited_at: string }

export type ItemAccess = { readonly id: number; readonly at: string; readonly action: 'view' | 'preview' | 'download' | 'password' | 'code'; readonly email: string | null; readonly address: string; readonly entry_id: string; readonly entry_name: string | null }

export type ListOptOutsRequest = { readonly phones: readonly (string)[] }

export type ListTakenNamesRequest = { readonly parent_id: string | null; readonly names: readonly (string)[] }

export type ListedWorkspace = { readonly id: number; readonly name: string; readonly type: 'personal' | 'org'; readonly owner_id: number; readonly storage: { readonly used: number; readonly limit: number | null; readonly unlimited: boolean }; readonly created_at: string; readonly role: 'owner' | 'admin' | 'member' }

export type Member = { readonly user_id: number; readonly email: string; readonly name: string | null; readonly role: 'owner' | 'admin' | 'member'; readonly status: 'active' | 'pending'; readonly joined_at: string | null }

export type MemberRole = { readonly user_id: number; readonly role: 'member' | 'admin' }

export type Message = { readonly id: number; readonly direction: 'in' | 'out'; readonly phone: string; readonly status: 'queued' | 'sending' | 'sent' | 'delivered' | 'failed' | 'expired' | 'cancelled' | 'received'; readonly segments: number; readonly body: string; readonly client_ref: string | null; readonly number_id: number | null; readonly number: string | null; readonly group_id: number | null; readonly error: { readonly code: string; readonly message: string } | null; readonly created_at: string; readonly expires_at: string | null; readonly sent_at: string | null; readonly delivered_at?: string }

export type MessageHistory = { readonly message: Message; readonly steps: readonly (MessageStep)[] }

export type MessageSearchMeta = { readonly next_before: number | null; readonly searched_to: string | null }

export type MessageStep = { readonly at: string | null; readonly what: 'queued' | 'handed' | 'delayed' | 'sent' | 'delivered' | 'failed' | 'expired' | 'cancelled' | 'received'; readonly number: string | null; readonly detail: string | null }

export type MutedMember = { readonly id: number; readonly opted_out_at: string }

export type OperatorJob = { readonly id: number; readonly name: string; readonly state: 'failed' | 'waiting' | 'running'; readonly attempts: number; readonly attempts_max: number; readonly run_at: string; readonly created_at: string; readonly error: string | null }

export type OperatorJobRetried = { readonly id: number }

export type OperatorMail = { readonly id: number; readonly to: string; readonly subject: string; readonly state: 'waiting' | 'kept' | 'sent' | 'failed'; readonly error: string | null; readonly created_at: string; readonly sent_at: string | null }

export type OperatorMailDetails = { readonly id: number; readonly to: string; readonly subject: string; readonly state: 'waiting' | 'kept' | 'sent' | 'failed'; readonly error: string | null; readonly created_at: string; readonly sent_at: string | null; readonly text: string | null; readonly links: readonly (string)[] | null }

export type OperatorMailSent = { readonly to: string }

export type OperatorNumber = { readonly id: number; readonly number: string; readonly display: string; readonly label: string; readonly carrier: 'simulator' | 'android'; readonly pool: boolean; readonly workspace: { readonly id: number; readonly name: string } | null; readonly online: boolean; readonly last_seen_at: string | null; readonly paused: { readonly until: string; readonly reason: 'failures' | 'budget' | 'phone' | null } | null; readonly per_minute: number | null; readonly per_half_hour: number | null; readonly per_hour: number | null; readonly per_day: number | null; readonly outstanding_max: number; readonly warms_up: boolean; readonly cools_down: boolean; readonly added_at: string; readonly sim: number | null; readonly phone: { readonly name: string | null; readonly app_version: string | null; readonly enrolled_at: string; readonly sim: number | null; readonly battery_percent: number | null; readonly charging: boolean | null; readonly network: 'none' | 'cellular' | 'wifi' | 'ethernet' | 'other' | null; readonly clock_ahead_seconds: number } | null }

export type OperatorNumberDetails = { readonly id: number; readonly number: string; readonly display: string; readonly label: string; readonly carrier: 'simulator' | 'android'; readonly pool: boolean; readonly workspace: { readonly id: number; readonly name: string } | null; readonly online: boolean; readonly last_seen_at: string | null; readonly paused: { readonly until: string; readonly reason: 'failures' | 'budget' | 'phone' | null } | null; readonly per_minute: number | null; readonly per_half_hour: number | null; readonly per_hour: number | null; readonly per_day: number | null; readonly outstanding_max: number; readonly warms_up: boolean; readonly cools_down: boolean; readonly added_at: string; readonly sim: number | null; readonly phone: { readonly name: string | null; readonly app_version: string | null; readonly enrolled_at: string; readonly sim: number | null; readonly battery_percent: number | null; readonly charging: boolean | null; readonly network: 'none' | 'cellular' | 'wifi' | 'ethernet' | 'other' | null; readonly clock_ahead_seconds: number } | null; readonly defaults: { readonly per_minute: number | null; readonly per_half_hour: number | null; readonly per_hour: number | null; readonly per_day: number | null; readonly outstanding_max: number; readonly warms_up: boolean; readonly cools_down: boolean }; readonly budgets: readonly ({ readonly span_seconds: number; readonly used: number; readonly max: number; readonly free_at: string | null })[]; readonly timeline: readonly ({ readonly from: string; readonly until: string; readonly online: boolean; readonly reason: 'added' | 'connected' | 'silent' | 'disconnected' | 'operator' | 'outage' | 'outage_over' | 'removed' | null })[]; readonly queued: number }

export type OperatorPerson = { readonly id: number; readonly email: string; readonly first_name: string; readonly last_name: string; readonly created_at: string; readonly disabled_at: string | null; readonly delete_at: string | null; readonly operator: boolean; readonly demo: boolean; readonly plan: string | null; readonly active: boolean }

export type OperatorPersonCreated = { readonly id: number; readonly email: string; readonly workspace_id: number }

export type OperatorPersonDetails = { readonly id: number; readonly email: string; readonly first_name: string; readonly last_name: string; readonly created_at: string; readonly disabled_at: string | null; readonly delete_at: string | null; readonly operator: boolean; readonly demo: boolean; readonly plan: string | null; readonly active: boolean; readonly email_verified_at: string | null; readonly has_password: boolean; readonly two_step: boolean; readonly created_by: number | null; readonly sponsor: { readonly id: number; readonly email: string } | null; readonly provisioning: 'none' | 'requested' | 'approved' | 'declined' | 'revoked'; readonly sessions: number; readonly keys: number; readonly limits: { readonly services: readonly ('sms' | 'files')[]; readonly sms_daily: number; readonly payg: boolean; readonly cap_micros: number; readonly price_micros: number }; readonly own: { readonly services: readonly ('sms' | 'files')[] | null; readonly sms_daily: number | null; readonly payg: boolean | null; readonly cap_micros: number | null; readonly price_micros: number | null }; readonly workspaces: readonly ({ readonly id: number; readonly name: string; readonly type: 'personal' | 'org'; readonly role: 'owner' | 'admin' | 'member' })[] }

export type OperatorPlan = { readonly name: string; readonly services: readonly ('sms' | 'files')[]; readonly sms_daily: number; readonly payg: boolean; readonly cap_micros: number; readonly price_micros: number; readonly people: number }

export type OperatorProvisioningRequest = { readonly user_id: number; readonly email: string; readonly first_name: string; readonly last_name: string; readonly state: 'requested' | 'approved' | 'declined' | 'revoked'; readonly company: string | null; readonly purpose: string | null; readonly monthly_accounts: number | null; readonly requested_at: string | null; readonly approved_at: string | null; readonly declined_at: string | null; readonly revoked_at: string | null }

export type OperatorResetLink = { readonly email: string }

export type OperatorTestMail = { readonly to: string }

export type OperatorUsage = { readonly workspace_id: number; readonly messages: number; readonly segments: number; readonly allowance: number; readonly metered: number; readonly charged_micros: number; readonly reversed_micros: number; readonly micros: number; readonly storage_bytes: number }

export type OperatorWorkspace = { readonly id: number; readonly name: string; readonly type: 'personal' | 'org'; readonly demo: boolean; readonly owner: { readonly id: number; readonly email: string }; readonly created_at: string; readonly delete_at: string | null; readonly members: number; readonly used_bytes: number; readonly quota_bytes: number | null }

export type OperatorWorkspaceDetails = { readonly id: number; readonly name: string; readonly type: 'personal' | 'org'; readonly demo: boolean; readonly owner: { readonly id: number; readonly email: string }; readonly created_at: string; readonly delete_at: string | null; readonly members: number; readonly used_bytes: number; readonly quota_bytes: number | null; readonly keys: number; readonly files: number; readonly folders: number; readonly people: readonly ({ readonly id: number; readonly email: string; readonly first_name: string; readonly last_name: string; readonly role: 'owner' | 'admin' | 'member'; readonly disabled: boolean })[] }

export type OptOut = { readonly phone: string }

export type PageMeta = { readonly total: number; readonly offset: number; readonly limit: number; readonly next_offset: number | null }

export type PhoneEnrolment = { readonly code: string; readonly token: string; readonly url: string; readonly qr: string; readonly expires_at: string }

export type PhoneNumber = { readonly id: number; readonly number: string; readonly display: string; readonly label: string; readonly online: boolean }

export type ProvisioningAccess = { readonly state: 'none' | 'requested' | 'approved' | 'declined' | 'revoked'; readonly company: string | null; readonly purpose: string | null; readonly monthly_accounts: number | null; readonly requested_at: string | null; readonly approved_at: string | null; readonly declined_at: string | null; readonly revoked_at: string | null }

export type ReadConversationRequest = { readonly message_id: number }

export type ReceivedChunk = { readonly upload_key: string; readonly index: number; readonly received: true; readonly duplicate: boolean; readonly complete: boolean }

export type RecoverDeliveriesRequest = { readonly since: string }

export type RemovalEffects = { readonly keys: number; readonly join_links: number }

export type RemovedNumber = { readonly id: number; readonly failed: number }

export type RequestProvisioningAccessRequest = { readonly company: string; readonly purpose: string; readonly monthly_accounts: number }

export type SearchMatch = { readonly id: string; readonly type: 'file' | 'folder'; readonly name: string; readonly parent_id: string | null; readonly size: number; readonly mime_type: string; readonly extension: string; readonly has_thumbnail: boolean; readonly share_status: 'private' | 'public' | 'limited'; readonly share_url: string; readonly share_active: boolean; readonly shared_with: string | null; readonly share_password_protected: boolean; readonly share_expires_at: string | null; readonly created_at: string; readonly updated_at: string; readonly path: readonly ({ readonly id: string; readonly name: string })[] }

export type SendSimulatedTextRequest = { readonly from: string; readonly body: string }

export type SetShareNoteRequest = { readonly message: string }

export type Share = { readonly file_id: string; readonly status: 'private' | 'public' | 'limited'; readonly url: string; readonly share_active: boolean; readonly shared_with: string | null; readonly share_password_protected: boolean; readonly share_expires_at: string | null }

export type ShareNote = { readonly message: string; readonly shared_by: { readonly id: number; readonly name: string } | null; readonly shared_at: string | null }

export type SharedItem = { readonly id: string; readonly type: 'file' | 'folder'; readonly name: string; readonly parent_id: string | null; readonly size: number; readonly mime_type: string; readonly extension: string; readonly has_thumbnail: boolean; readonly share_status: 'private' | 'public' | 'limited'; readonly share_url: string; readonly share_active: boolean; readonly shared_with: string | null; readonly share_password_protected: boolean; readonly share_expires_at: string | null; readonly created_at: string; readonly updated_at: string; readonly path: readonly ({ readonly id: string; readonly name: string })[]; readonly shared_by: { readonly id: number; readonly name: string } | null; readonly shared_at: string | null; readonly opened_at: string | null }

export type SimulatedNumber = { readonly id: number; readonly number: string; readonly display: string; readonly label: string; readonly online: boolean; readonly dedicated: boolean; readonly may_change: boolean; readonly behavior: { readonly deliver_ms: number; readonly fail_rate: number; readonly busy_rate: number; readonly hold: boolean; readonly offline_until: string | null } }

export type SimulatedPerson = { readonly phone: string; readonly display: string; readonly last: SimulatedText }

export type SimulatedText = { readonly id: number; readonly direction: 'in' | 'out'; readonly body: string; readonly status: 'queued' | 'sending' | 'sent' | 'delivered' | 'failed' | 'expired' | 'cancelled' | 'received'; readonly error: { readonly code: string; readonly message: string } | null; readonly at: string }

export type SimulatedTextsMeta = { readonly next_before: number | null; readonly phone: string; readonly display: string }

export type SmsAddMemberRequest = { readonly name: string; readonly phone: string; readonly admin?: boolean | undefined }

export type SmsCreateGroupRequest = { readonly name: string; readonly number_id: number; readonly members?: readonly ({ readonly name: string; readonly phone: string; readonly admin?: boolean | undefined })[] | undefined }

export type SmsSendGroupMessageRequest = { readonly body: string; readonly client_ref?: string | null | undefined; readonly ttl?: number | null | undefined; readonly idempotency_key?: string | null | undefined }

export type SmsSendMessageRequest = { readonly to: string | readonly (string)[]; readonly body: string; readonly from?: number | string | null | undefined; readonly client_ref?: string | null | undefined; readonly ttl?: number | null | undefined; readonly idempotency_key?: string | null | undefined }

export type SmsUpdateGroupRequest = { readonly name?: string | undefined; readonly active?: boolean | undefined; readonly number_id?: unknown }

export type SmsUpdateMemberRequest = { readonly name?: string | undefined; readonly phone?: string | undefined; readonly admin?: boolean | undefined }

export type StorageUsage = { readonly workspace_id: number; readonly used: number; readonly limit: number | null; readonly unlimited: boolean; readonly remaining: number | null; readonly percent_used: number; readonly used_human: string; readonly limit_human: string; readonly file_count: number; readonly folder_count: number; readonly scope_folder_id: string | null; readonly scope_used: number | null; readonly max_upload_size: { readonly simple: number; readonly chunked: number } }

export type SuggestedWorkspace = { readonly id: number; readonly name: string; readonly wrote_at: string }

export type TakenName = { readonly name: string; readonly id: string; readonly type: 'file' | 'folder' }

export type TestWebhookRequest = { readonly event: 'file.created' | 'folder.created' | 'file.renamed' | 'file.moved' | 'file.deleted' | 'share.changed' | 'member.role_changed' | 'member.removed' | 'workspace.created' | 'workspace.renamed' | 'share.expired' }

export type UnroutedText = { readonly id: number; readonly number_id: number; readonly number: string; readonly from: string; readonly display: string; readonly number_display: string; readonly body: string; readonly received_at: string }

export type UpdateMeRequest = { readonly first_name?: string | undefined; readonly last_name?: string | undefined }

export type UpdateNumberRequest = { readonly label?: string | undefined; readonly online?: boolean | undefined; readonly pool?: true | undefined; readonly workspace_id?: number | null | undefined; readonly per_minute?: number | null | undefined; readonly per_half_hour?: number | null | undefined; readonly per_hour?: number | null | undefined; readonly per_day?: number | null | undefined; readonly warms_up?: boolean | undefined; readonly cools_down?: boolean | undefined; readonly outstanding_max?: number | undefined; readonly sim?: number | null | undefined }

export type UpdatePersonRequest = { readonly disabled?: boolean | undefined; readonly operator?: boolean | undefined; readonly plan?: string | undefined; readonly active?: boolean | undefined; readonly services?: readonly ('sms' | 'files')[] | null | undefined; readonly sms_daily?: number | null | undefined; readonly payg?: boolean | null | undefined; readonly cap_micros?: number | null | undefined; readonly price_micros?: number | null | undefined }

export type UpdatePlanRequest = { readonly services?: readonly ('sms' | 'files')[] | undefined; readonly sms_daily?: number | undefined; readonly payg?: boolean | undefined; readonly cap_micros?: number | undefined; readonly price_micros?: number | undefined }

export type UpdateSimulatorRequest = { readonly deliver_ms?: number | undefined; readonly fail_rate?: number | undefined; readonly busy_rate?: number | undefined; readonly hold?: boolean | undefined; readonly offline_seconds?: number | undefined }

export type UpdateWorkspaceRequest = { readonly quota_bytes: number | null }

export type UploadProgress = { readonly upload_key: string; readonly name: string; readonly size: number; readonly parent_id: string | null; readonly chunk_size: number; readonly total_chunks: number; readonly missing_chunks: readonly (number)[]; readonly status: 'open'; readonly received_chunks: number; readonly created_at: string }

export type UploadSession = { readonly upload_key: string; readonly name: string; readonly size: number; readonly parent_id: string | null; readonly chunk_size: number; readonly total_chunks: number; readonly missing_chunks: readonly (number)[]; readonly resumed: boolean }

export type Webhook = { readonly id: number; readonly workspace_id: number; readonly name: string; readonly url: string; readonly events: readonly (string)[]; readonly active: boolean; readonly last_status: number | null; readonly last_delivered_at: string | null; readonly last_error: string | null; readonly created_at: string }

export type WebhookDelivery = { readonly id: number; readonly event: string; readonly status: 'pending' | 'delivered' | 'failed'; readonly attempts: number; readonly response_status: number | null; readonly last_error: string | null; readonly created_at: string; readonly delivered_at: string | null; readonly next_attempt_at: string | null }

export type Workspace = { readonly id: number; readonly name: string; readonly type: 'personal' | 'org'; readonly owner_id: number; readonly storage: { readonly used: number; readonly limit: number | null; readonly unlimited: boolean }; readonly created_at: string }

export type WorkspaceNumber = { readonly id: number; readonly number: string; readonly display: string; readonly label: string; readonly carrier: string; readonly dedicated: boolean; readonly online: boolean; readonly last_seen_at: string | null; readonly paused: { readonly until: string; readonly reason: 'failures' | 'budget' | 'phone' | null } | null; readonly phone: { readonly name: string | null; readonly app_version: string | null; readonly enrolled_at: string; readonly sim: number | null; readonly battery_percent: number | null; readonly charging: boolean | null; readonly network: 'none' | 'cellular' | 'wifi' | 'ethernet' | 'other' | null; readonly clock_ahead_seconds: number } | null; readonly budgets: readonly ({ readonly span_seconds: number; readonly used: number; readonly max: number; readonly free_at: string | null })[] }

export type WorkspaceNumberDetails = { readonly id: number; readonly number: string; readonly display: string; readonly label: string; readonly carrier: string; readonly dedicated: boolean; readonly online: boolean; readonly last_seen_at: string | null; readonly paused: { readonly until: string; readonly reason: 'failures' | 'budget' | 'phone' | null } | null; readonly phone: { readonly name: string | null; readonly app_version: string | null; readonly enrolled_at: string; readonly sim: number | null; readonly battery_percent: number | null; readonly charging: boolean | null; readonly network: 'none' | 'cellular' | 'wifi' | 'ethernet' | 'other' | null; readonly clock_ahead_seconds: number } | null; readonly budgets: readonly ({ readonly span_seconds: number; readonly used: number; readonly max: number; readonly free_at: string | null })[]; readonly added_at: string; readonly waiting: number; readonly handed: number; readonly timeline: readonly ({ readonly from: string; readonly until: string; readonly online: boolean; readonly reason: 'added' | 'connected' | 'silent' | 'disconnected' | 'operator' | 'outage' | 'outage_over' | 'removed' | null })[] }

export type WorkspaceOverview = { readonly numbers: { readonly online: number; readonly total: number; readonly silent: number }; readonly failures: { readonly texts: number; readonly deliveries: number } }

export type WorkspaceUsage = { readonly storage: { readonly used: number; readonly limit: number | null; readonly files: number; readonly folders: number }; readonly texts: { readonly today: number; readonly allowance: number; readonly resets_at: string }; readonly metered: { readonly amount: number; readonly cap: number; readonly price: number } | null; readonly days: readonly ({ readonly day: string; readonly texts: number; readonly metered: number | null })[]; readonly plan: { readonly active: boolean; readonly services: readonly (string)[]; readonly metering: boolean } }

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
  readonly listItems: { readonly input: { readonly workspace: string | number; readonly query?: { readonly parent_id?: string | undefined; readonly q?: string | undefined; readonly sort?: 'name' | 'modified' | 'size' | undefined; readonly order?: 'asc' | 'desc' | undefined; readonly limit?: number | undefined; readonly offset?: number | undefined } | undefined }; readonly data: readonly (FileEntry)[]; readonly meta: PageMeta }
  readonly listTakenNames: { readonly input: { readonly workspace: string | number; readonly body: ListTakenNamesRequest }; readonly data: readonly (TakenName)[]; readonly meta: undefined }
  readonly getItemPreview: { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: unknown; readonly meta: undefined }
  readonly listItemAccesses: { readonly input: { readonly workspace: string | number; readonly id: string | number; readonly query?: { readonly limit?: number | undefined; readonly before?: number | undefined } | undefined }; readonly data: readonly (ItemAccess)[]; readonly meta: ConsolePageMeta }
  readonly listShares: { readonly input: { readonly workspace: string | number; readonly query?: { readonly limit?: number | undefined; readonly offset?: number | undefined } | undefined }; readonly data: readonly (SharedItem)[]; readonly meta: PageMeta }
  readonly listConversations: { readonly input: { readonly workspace: string | number; readonly query?: { readonly phone?: string | undefined; readonly unread?: 'true' | undefined; readonly limit?: number | undefined; readonly before?: number | undefined } | undefined }; readonly data: readonly (Conversation)[]; readonly meta: ConsolePageMeta }
  readonly getConversation: { readonly input: { readonly workspace: string | number; readonly phone: string | number }; readonly data: Conversation; readonly meta: undefined }
  readonly readConversation: { readonly input: { readonly workspace: string | number; readonly phone: string | number; readonly body: ReadConversationRequest }; readonly data: undefined; readonly meta: undefined }
  readonly listOptOuts: { readonly input: { readonly workspace: string | number; readonly body: ListOptOutsRequest }; readonly data: readonly (OptOut)[]; readonly meta: undefined }
  readonly searchMessages: { readonly input: { readonly workspace: string | number; readonly query?: { readonly q?: string | undefined; readonly phone?: string | undefined; readonly direction?: 'in' | 'out' | undefined; readonly status?: 'queued' | 'sending' | 'sent' | 'delivered' | 'failed' | 'expired' | 'cancelled' | 'received' | undefined; readonly number_id?: number | undefined; readonly group_id?: number | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly limit?: number | undefined; readonly before?: number | undefined } | undefined }; readonly data: readonly (Message)[]; readonly meta: MessageSearchMeta }
  readonly getMessageHistory: { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: MessageHistory; readonly meta: undefined }
  readonly listMutedMembers: { readonly input: { readonly workspace: string | number; readonly group: string | number }; readonly data: readonly (MutedMember)[]; readonly meta: undefined }
  readonly listKeys: { readonly input: { readonly workspace: string | number; readonly query?: { readonly service?: 'sms' | 'files' | 'iam' | 'provisioning' | undefined; readonly state?: 'active' | 'revoked' | 'expired' | 'disabled' | 'orphaned' | undefined; readonly limit?: number | undefined; readonly before?: number | undefined } | undefined }; readonly data: readonly (ConsoleKey)[]; readonly meta: ConsolePageMeta }
  readonly createKey: { readonly input: { readonly workspace: string | number; readonly body: CreateKeyRequest }; readonly data: CreatedConsoleKey; readonly meta: undefined }
  readonly getKey: { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: ConsoleKey; readonly meta: undefined }
  readonly deleteKey: { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: undefined; readonly meta: undefined }
  readonly listNumbers: { readonly input: { readonly workspace: string | number; readonly query?: { readonly limit?: number | undefined; readonly before?: number | undefined } | undefined }; readonly data: readonly (WorkspaceNumber)[]; readonly meta: ConsolePageMeta }
  readonly getNumber: { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: WorkspaceNumberDetails; readonly meta: undefined }
  readonly enrolPhone: { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: PhoneEnrolment; readonly meta: undefined }
  readonly disconnectPhone: { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: undefined; readonly meta: undefined }
  readonly listRequests: { readonly input: { readonly workspace: string | number; readonly query?: { readonly key_id?: number | undefined; readonly status?: 'ok' | '4xx' | '5xx' | undefined; readonly code?: string | undefined; readonly request_id?: string | undefined; readonly limit?: number | undefined; readonly before?: number | undefined } | undefined }; readonly data: readonly (ConsoleRequest)[]; readonly meta: ConsolePageMeta }
  readonly leaveWorkspace: { readonly input: { readonly id: string | number }; readonly data: undefined; readonly meta: undefined }
  readonly getRemovalEffects: { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: RemovalEffects; readonly meta: undefined }
  readonly getUsage: { readonly input: { readonly workspace: string | number }; readonly data: WorkspaceUsage; readonly meta: undefined }
  readonly getShareNote: { readonly input: { readonly workspace: string | number; readonly file_id: string | number }; readonly data: ShareNote; readonly meta: undefined }
  readonly setShareNote: { readonly input: { readonly workspace: string | number; readonly file_id: string | number; readonly body: SetShareNoteRequest }; readonly data: undefined; readonly meta: undefined }
  readonly listAudit: { readonly input: { readonly workspace: string | number; readonly query?: { readonly user_id?: number | undefined; readonly action?: string | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly limit?: number | undefined; readonly before?: number | undefined } | undefined }; readonly data: readonly (ConsoleAuditEntry)[]; readonly meta: ConsolePageMeta }
  readonly compressItem: { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: unknown; readonly meta: undefined }
  readonly unzipItem: { readonly input: { readonly workspace: string | number; readonly id: string | number }; readonly data: unknown; readonly meta: undefined }
  readonly downloadItems: { readonly input: { readonly workspace: string | number; readonly query: { readonly ids: string } }; readonly data: unknown; readonly meta: undefined }
  readonly getSimulator: { readonly input: { readonly workspace: string | number }; readonly data: { readonly numbers: readonly (SimulatedNumber)[] }; readonly meta: undefined }
  readonly updateSimulator: { readonly input: { readonly workspace: string | number; readonly number: string | number; readonly body?: UpdateSimulatorRequest | undefined }; readonly data: SimulatedNumber; readonly meta: undefined }
  readonly listSimulatedPeople: { readonly input: { readonly workspace: string | number; readonly number: string | number; readonly query?: { readonly limit?: number | undefined; readonly before?: number | undefined } | undefined }; readonly data: readonly (SimulatedPerson)[]; readonly meta: ConsolePageMeta }
  readonly listSimulatedTexts: { readonly input: { readonly workspace: string | number; readonly number: string | number; readonly query: { readonly phone: string; readonly limit?: number | undefined; readonly before?: number | undefined } }; readonly data: readonly (SimulatedText)[]; readonly meta: SimulatedTextsMeta }
  readonly sendSimulatedText: { readonly input: { readonly workspace: string | number; readonly number: string | number; readonly body: SendSimulatedTextRequest }; readonly data: { readonly id: number }; readonly meta: undefined }
  readonly testWebhook: { readonly input: { readonly workspace: string | number; readonly id: string | number; readonly body: TestWebhookRequest }; readonly data: ConsoleDelivery; readonly meta: undefined }
  readonly listDeliveries: { readonly input: { readonly workspace: string | number; readonly id: string | number; readonly query?: { readonly limit?: number | undefined; readonly before?: number | undefined; readonly status?: 'pending' | 'delivered' | 'failed' | undefined } | undefined }; readonly data: readonly (ConsoleDelivery)[]; readonly meta: ConsolePageMeta }
  readonly getDelivery: { readonly input: { readonly workspace: string | number; readonly id: string | number; readonly delivery: string | number }; readonly data: ConsoleDeliveryDetails; readonly meta: undefined }
  readonly resendDelivery: { readonly input: { readonly workspace: string | number; readonly id: string | number; readonly delivery: string | number }; readonly data: ConsoleDelivery; readonly meta: undefined }
  readonly recoverDeliveries: { readonly input: { readonly workspace: string | number; readonly id: string | number; readonly body: RecoverDeliveriesRequest }; readonly data: { readonly count: number }; readonly meta: undefined }
  readonly getInstallationHealth: { readonly input: Readonly<Record<string, never>>; readonly data: InstallationHealth; readonly meta: undefined }
  readonly listProvisioningRequests: { readonly input: { readonly query?: { readonly state?: 'requested' | 'approved' | 'declined' | 'revoked' | undefined; readonly limit?: number | undefined; readonly before?: number | undefined } | undefined }; readonly data: readonly (OperatorProvisioningRequest)[]; readonly meta: ConsolePageMeta }
  readonly approveProvisioning: { readonly input: { readonly user: string | number }; readonly data: undefined; readonly meta: undefined }
  readonly declineProvisioning: { readonly input: { readonly user: string | number }; readonly data: undefined; readonly meta: undefined }
  readonly revokeProvisioning: { readonly input: { readonly user: string | number }; readonly data: undefined; readonly meta: undefined }
  readonly listPeople: { readonly input: { readonly query?: { readonly q?: string | undefined; readonly state?: 'active' | 'disabled' | 'operator' | undefined; readonly limit?: number | undefined; readonly before?: number | undefined } | undefined }; readonly data: readonly (OperatorPerson)[]; readonly meta: ConsolePageMeta }
  readonly createPerson: { readonly input: { readonly body: CreatePersonRequest }; readonly data: OperatorPersonCreated; readonly meta: undefined }
  readonly getPerson: { readonly input: { readonly id: string | number }; readonly data: OperatorPersonDetails; readonly meta: undefined }
  readonly updatePerson: { readonly input: { readonly id: string | number; readonly body?: UpdatePersonRequest | undefined }; readonly data: OperatorPersonDetails; readonly meta: undefined }
  readonly mailResetLink: { readonly input: { readonly id: string | number }; readonly data: OperatorResetLink; readonly meta: undefined }
  readonly endPersonSessions: { readonly input: { readonly id: string | number }; readonly data: undefined; readonly meta: undefined }
  readonly listPlans: { readonly input: Readonly<Record<string, never>>; readonly data: readonly (OperatorPlan)[]; readonly meta: undefined }
  readonly createPlan: { readonly input: { readonly body: CreatePlanRequest }; readonly data: OperatorPlan; readonly meta: undefined }
  readonly updatePlan: { readonly input: { readonly name: string | number; readonly body?: UpdatePlanRequest | undefined }; readonly data: OperatorPlan; readonly meta: undefined }
  readonly listWorkspaces: { readonly input: { readonly query?: { readonly q?: string | undefined; readonly limit?: number | undefined; readonly before?: number | undefined } | undefined }; readonly data: readonly (OperatorWorkspace)[]; readonly meta: ConsolePageMeta }
  readonly createWorkspace: { readonly input: { readonly body: CreateWorkspaceRequest }; readonly data: OperatorWorkspaceDetails; readonly meta: undefined }
  readonly getWorkspace: { readonly input: { readonly id: string | number }; readonly data: OperatorWorkspaceDetails; readonly meta: undefined }
  readonly updateWorkspace: { readonly input: { readonly id: string | number; readonly body: UpdateWorkspaceRequest }; readonly data: OperatorWorkspaceDetails; readonly meta: undefined }
  readonly listOperatorNumbers: { readonly input: { readonly query?: { readonly pool?: 'true' | undefined; readonly workspace_id?: number | undefined; readonly carrier?: 'simulator' | 'android' | undefined; readonly online?: 'true' | 'false' | undefined; readonly limit?: number | undefined; readonly before?: number | undefined } | undefined }; readonly data: readonly (OperatorNumber)[]; readonly meta: ConsolePageMeta }
  readonly addNumber: { readonly input: { readonly body: AddNumberRequest }; readonly data: AddedNumber; readonly meta: undefined }
  readonly getOperatorNumber: { readonly input: { readonly id: string | number }; readonly data: OperatorNumberDetails; readonly meta: undefined }
  readonly updateNumber: { readonly input: { readonly id: string | number; readonly body?: UpdateNumberRequest | undefined }; readonly data: ChangedNumber; readonly meta: undefined }
  readonly removeNumber: { readonly input: { readonly id: string | number }; readonly data: RemovedNumber; readonly meta: undefined }
  readonly enrolPhoneOfNumber: { readonly input: { readonly id: string | number }; readonly data: PhoneEnrolment; readonly meta: undefined }
  readonly disconnectPhoneOfNumber: { readonly input: { readonly id: string | number }; readonly data: undefined; readonly meta: undefined }
  readonly listUnrouted: { readonly input: { readonly query?: { readonly limit?: number | undefined; readonly before?: number | undefined } | undefined }; readonly data: readonly (UnroutedText)[]; readonly meta: ConsolePageMeta }
  readonly getUnrouted: { readonly input: { readonly id: string | number }; readonly data: UnroutedText; readonly meta: undefined }
  readonly suggestWorkspaces: { readonly input: { readonly id: string | number }; readonly data: readonly (SuggestedWorkspace)[]; readonly meta: undefined }
  readonly assignUnrouted: { readonly input: { readonly id: string | number; readonly body: AssignUnroutedRequest }; readonly data: AssignedUnroutedText; readonly meta: undefined }
  readonly listMails: { readonly input: { readonly query?: { readonly to?: string | undefined; readonly limit?: number | undefined; readonly before?: number | undefined } | undefined }; readonly data: readonly (OperatorMail)[]; readonly meta: ConsolePageMeta }
  readonly getMail: { readonly input: { readonly id: string | number }; readonly data: OperatorMailDetails; readonly meta: undefined }
  readonly resendMail: { readonly input: { readonly id: string | number }; readonly data: OperatorMailSent; readonly meta: undefined }
  readonly sendTestMail: { readonly input: Readonly<Record<string, never>>; readonly data: OperatorTestMail; readonly meta: undefined }
  readonly listJobs: { readonly input: { readonly query?: { readonly state?: 'failed' | 'waiting' | 'running' | undefined; readonly limit?: number | undefined; readonly before?: number | undefined } | undefined }; readonly data: readonly (OperatorJob)[]; readonly meta: ConsolePageMeta }
  readonly retryJob: { readonly input: { readonly id: string | number }; readonly data: OperatorJobRetried; readonly meta: undefined }
  readonly listInstallationAudit: { readonly input: { readonly query?: { readonly workspace_id?: number | undefined; readonly user_id?: number | undefined; readonly action?: string | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly limit?: number | undefined; readonly before?: number | undefined } | undefined }; readonly data: readonly (InstallationAuditEntry)[]; readonly meta: ConsolePageMeta }
  readonly getMonthlyUsage: { readonly input: { readonly query: { readonly month: string } }; readonly data: readonly (OperatorUsage)[]; readonly meta: undefined }
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
  listItems: ['GET', '/workspaces/{workspace}/items'],
  listTakenNames: ['POST', '/workspaces/{workspace}/items/names'],
  getItemPreview: ['GET', '/workspaces/{workspace}/items/{id}/preview'],
  listItemAccesses: ['GET', '/workspaces/{workspace}/items/{id}/accesses'],
  listShares: ['GET', '/workspaces/{workspace}/shares'],
  listConversations: ['GET', '/workspaces/{workspace}/conversations'],
  getConversation: ['GET', '/workspaces/{workspace}/conversations/{phone}'],
  readConversation: ['POST', '/workspaces/{workspace}/conversations/{phone}/read'],
  listOptOuts: ['POST', '/workspaces/{workspace}/opt-outs'],
  searchMessages: ['GET', '/workspaces/{workspace}/messages'],
  getMessageHistory: ['GET', '/workspaces/{workspace}/messages/{id}/history'],
  listMutedMembers: ['GET', '/workspaces/{workspace}/groups/{group}/muted-members'],
  listKeys: ['GET', '/workspaces/{workspace}/keys'],
  createKey: ['POST', '/workspaces/{workspace}/keys'],
  getKey: ['GET', '/workspaces/{workspace}/keys/{id}'],
  deleteKey: ['DELETE', '/workspaces/{workspace}/keys/{id}'],
  listNumbers: ['GET', '/workspaces/{workspace}/numbers'],
  getNumber: ['GET', '/workspaces/{workspace}/numbers/{id}'],
  enrolPhone: ['POST', '/workspaces/{workspace}/numbers/{id}/enrolment'],
  disconnectPhone: ['DELETE', '/workspaces/{workspace}/numbers/{id}/enrolment'],
  listRequests: ['GET', '/workspaces/{workspace}/requests'],
  leaveWorkspace: ['DELETE', '/me/workspaces/{id}'],
  getRemovalEffects: ['GET', '/workspaces/{workspace}/members/{id}/effects'],
  getUsage: ['GET', '/workspaces/{workspace}/usage'],
  getShareNote: ['GET', '/workspaces/{workspace}/shares/{file_id}/note'],
  setShareNote: ['PATCH', '/workspaces/{workspace}/shares/{file_id}/note'],
  listAudit: ['GET', '/workspaces/{workspace}/audit'],
  compressItem: ['POST', '/workspaces/{workspace}/items/{id}/compress'],
  unzipItem: ['POST', '/workspaces/{workspace}/items/{id}/unzip'],
  downloadItems: ['GET', '/workspaces/{workspace}/items/download'],
  getSimulator: ['GET', '/workspaces/{workspace}/simulator'],
  updateSimulator: ['PATCH', '/workspaces/{workspace}/simulator/{number}'],
  listSimulatedPeople: ['GET', '/workspaces/{workspace}/simulator/{number}/people'],
  listSimulatedTexts: ['GET', '/workspaces/{workspace}/simulator/{number}/texts'],
  sendSimulatedText: ['POST', '/workspaces/{workspace}/simulator/{number}/texts'],
  testWebhook: ['POST', '/workspaces/{workspace}/webhooks/{id}/test'],
  listDeliveries: ['GET', '/workspaces/{workspace}/webhooks/{id}/deliveries'],
  getDelivery: ['GET', '/workspaces/{workspace}/webhooks/{id}/deliveries/{delivery}'],
  resendDelivery: ['POST', '/workspaces/{workspace}/webhooks/{id}/deliveries/{delivery}/resend'],
  recoverDeliveries: ['POST', '/workspaces/{workspace}/webhooks/{id}/recover'],
  getInstallationHealth: ['GET', '/operator/health'],
  listProvisioningRequests: ['GET', '/operator/provisioning'],
  approveProvisioning: ['POST', '/operator/provisioning/{user}/approve'],
  declineProvisioning: ['POST', '/operator/provisioning/{user}/decline'],
  revokeProvisioning: ['POST', '/operator/provisioning/{user}/revoke'],
  listPeople: ['GET', '/operator/people'],
  createPerson: ['POST', '/operator/people'],
  getPerson: ['GET', '/operator/people/{id}'],
  updatePerson: ['PATCH', '/operator/people/{id}'],
  mailResetLink: ['POST', '/operator/people/{id}/reset-link'],
  endPersonSessions: ['DELETE', '/operator/people/{id}/sessions'],
  listPlans: ['GET', '/operator/plans'],
  createPlan: ['POST', '/operator/plans'],
  updatePlan: ['PATCH', '/operator/plans/{name}'],
  listWorkspaces: ['GET', '/operator/workspaces'],
  createWorkspace: ['POST', '/operator/workspaces'],
  getWorkspace: ['GET', '/operator/workspaces/{id}'],
  updateWorkspace: ['PATCH', '/operator/workspaces/{id}'],
  listOperatorNumbers: ['GET', '/operator/numbers'],
  addNumber: ['POST', '/operator/numbers'],
  getOperatorNumber: ['GET', '/operator/numbers/{id}'],
  updateNumber: ['PATCH', '/operator/numbers/{id}'],
  removeNumber: ['DELETE', '/operator/numbers/{id}'],
  enrolPhoneOfNumber: ['POST', '/operator/numbers/{id}/enrolment'],
  disconnectPhoneOfNumber: ['DELETE', '/operator/numbers/{id}/enrolment'],
  listUnrouted: ['GET', '/operator/unrouted'],
  getUnrouted: ['GET', '/operator/unrouted/{id}'],
  suggestWorkspaces: ['GET', '/operator/unrouted/{id}/suggestions'],
  assignUnrouted: ['POST', '/operator/unrouted/{id}/assign'],
  listMails: ['GET', '/operator/mail'],
  getMail: ['GET', '/operator/mail/{id}'],
  resendMail: ['POST', '/operator/mail/{id}/resend'],
  sendTestMail: ['POST', '/operator/mail/test'],
  listJobs: ['GET', '/operator/jobs'],
  retryJob: ['POST', '/operator/jobs/{id}/retry'],
  listInstallationAudit: ['GET', '/operator/audit'],
  getMonthlyUsage: ['GET', '/operator/usage'],
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
