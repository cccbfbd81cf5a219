import { bearerProblems } from '../identity/schemes/bearer-codes.ts'
import { peopleProblems } from '../iam/public.ts'
import type { RefusalReason } from '../identity/refusal.ts'
import { defineProblems } from '../api/problem.ts'

/** docs/api/files.md#errors */
export const problems = {
  invalid_json: [400, 'The body is not valid JSON.'],
  invalid_request: [400, 'The request is malformed.'],
  invalid_paging: [400, 'limit must be 1 to 100, and offset 0 or more.'],
  invalid_sort: [400, 'sort must be name_asc or name_desc.'],
  invalid_query: [400, 'q must have 1 to 200 characters.'],
  invalid_type: [400, 'type must be file or folder.'],
  missing_parent_id: [400, 'parent_id is required. Use null to move to the root.'],
  invalid_move: [400, 'A folder cannot be moved into itself or a folder beneath it.'],
  move_failed: [400, 'The item could not be moved. Try again.'],
  invalid_copy: [400, 'A folder cannot be copied into itself or a folder beneath it.'],
  copy_failed: [400, 'The item could not be copied. Try again.'],
  invalid_name: [
    400,
    'A name must have 1 to 255 characters and must not be blank, "." or "..", or contain a slash, backslash, control character or text direction override.',
  ],
  not_a_folder: [400, 'The item is a file, not a folder.'],
  not_a_zip: [400, 'The file is not a zip archive.'],
  invalid_archive: [400, 'The archive is damaged or unsafe.'],
  unzip_failed: [400, 'The archive could not be extracted.'],
  not_a_file: [400, 'The item is a folder, not a file.'],
  missing_file: [400, 'The form has no file. Send it in the field "file".'],
  invalid_size: [400, 'size must be a whole number of bytes, from 1 to 100 GB.'],
  invalid_upload: [400, 'The upload could not be opened.'],
  invalid_index: [400, 'index must be the number of a chunk in digits, starting at 0.'],
  empty_chunk: [400, 'The chunk is empty.'],
  chunk_rejected: [400, 'The upload does not have this chunk, or the chunk has the wrong size.'],
  complete_failed: [400, 'The upload could not be completed. Its chunks are kept. Try again.'],
  upload_failed: [400, 'The upload is incomplete. Send it again.'],
  file_type_blocked: [400, 'Files of this type are not accepted.'],
  compress_failed: [400, 'The item could not be compressed.'],
  invalid_file_id: [400, 'file_id must be the id of a file or folder: 8 letters and digits.'],
  invalid_status: [400, 'status must be public, limited or private.'],
  share_failed: [400, 'The share settings are not valid.'],
  create_failed: [400, 'The organization could not be created.'],
  rename_failed: [
    400,
    'A workspace name must have 1 to 100 characters and must not be blank or contain control or formatting characters.',
  ],
  invalid_webhook: [400, 'The webhook is not valid.'],
  no_changes: [400, 'The body contains no changes.'],

  ...bearerProblems,
  ...peopleProblems,

  subscription_required: [402, 'The creator of the key needs an active subscription.'],
  plan_upgrade_required: [402, 'The plan of the key’s creator does not include files. Change the plan.'],

  wrong_service: [403, 'The key is for another service. Use a files key.'],
  out_of_scope: [403, 'This is outside the folder that this API key is limited to.'],
  cross_workspace: [403, 'This API key is bound to another workspace.'],
  org_limit_reached: [403, 'No more organizations can be created.'],

  // The same sentence for unknown paths and unknown ids, so that it does not tell them apart.
  not_found: [404, 'Not found. Check the path and the id.'],
  folder_not_found: [404, 'Folder not found.'],
  workspace_not_found: [404, 'Workspace not found.'],
  method_not_allowed: [405, 'This path does not support this method.'],
  incomplete_upload: [409, 'Chunks of this upload are missing. Send them, then complete it again.'],
  webhook_limit_reached: [
    409,
    'The workspace has 20 webhooks, which is the most it can have. Delete one first.',
  ],
  upload_gone: [410, 'The upload does not exist or has ended.'],
  precondition_failed: [412, 'The bytes are not the version that the request asks for.'],
  quota_exceeded: [413, 'The workspace does not have enough free storage.'],
  body_too_large: [413, 'The body is larger than 1 MB.'],
  too_large: [413, 'The item is too large for this operation.'],
  too_many_items: [413, 'There are too many items for this operation.'],
  range_not_satisfiable: [416, 'The range is outside the file.'],
  rate_limited: [429, 'Too many requests. Try again later.'],
  upload_queue_full: [429, 'Too many bytes are in flight for this account. Try again later.'],

  internal_error: [500, 'Something went wrong on our side.'],
  bad_gateway: [502, 'The files service cannot be reached. Try again.'],
  gateway_timeout: [504, 'The request took too long.'],
} as const

export const refusals = {
  organization_limit_reached: 'org_limit_reached',
  admin_required: 'not_admin',
  // The creator was removed after the key was admitted.
  not_a_member: 'token_orphaned',
} as const satisfies Partial<Record<RefusalReason, keyof typeof problems>>

export const problem = defineProblems(problems)
