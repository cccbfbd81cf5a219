import type { AccessReason } from '../access/refusal.ts'
import { defineProblems } from '../api/problem.ts'

/** Everything the files API can refuse: docs/api/files.md#errors and the tables of each call. */
export const problems = {
  invalid_json: [400, 'The body is not valid JSON.'],
  invalid_request: [400, 'The request is malformed.'],
  invalid_paging: [400, 'limit is 1 to 100 and offset 0 or more.'],
  invalid_sort: [400, 'sort is name_asc or name_desc.'],
  invalid_query: [400, 'q is 1 to 200 characters.'],
  invalid_type: [400, 'type is file or folder.'],
  missing_parent_id: [400, 'Say in parent_id where to move this; null is the root.'],
  invalid_move: [400, 'A folder cannot be moved into itself or a folder beneath it.'],
  move_failed: [400, 'This could not be moved now. Try again.'],
  invalid_copy: [400, 'A folder cannot be copied into itself or a folder beneath it.'],
  copy_failed: [400, 'This could not be copied now. Try again.'],
  invalid_name: [
    400,
    'A name has 1 to 255 characters, is not blank, "." or "..", and has no slash, backslash or control character.',
  ],
  not_a_folder: [400, 'This is a file, not a folder.'],
  not_a_zip: [400, 'This is no zip archive.'],
  invalid_archive: [400, 'The archive is damaged or cannot be trusted.'],
  unzip_failed: [400, 'The archive could not be extracted.'],
  not_a_file: [400, 'This is a folder, not a file.'],
  missing_file: [400, 'The form has no file in the field "file".'],
  invalid_size: [400, 'size is a whole number of bytes, 1 to 100 GB.'],
  invalid_upload: [400, 'This upload cannot be opened.'],
  invalid_index: [400, 'index is the number of the chunk, from 0, in digits.'],
  empty_chunk: [400, 'The chunk has no bytes.'],
  chunk_rejected: [400, 'The upload has no such chunk, or the chunk has another size.'],
  complete_failed: [400, 'The upload could not be completed. Its chunks are kept; try again.'],
  upload_failed: [400, 'The upload did not arrive whole. Send it again.'],
  file_type_blocked: [400, 'Files of this type are not accepted.'],
  compress_failed: [400, 'This could not be compressed.'],
  invalid_file_id: [400, 'file_id is the id of a file or folder: 8 letters and digits.'],
  invalid_status: [400, 'status is public, limited or private.'],
  share_failed: [400, 'The share cannot be set like this.'],
  create_failed: [400, 'The organization cannot be created like this.'],
  rename_failed: [
    400,
    'A workspace name has 1 to 100 characters, is not blank and has no control character.',
  ],
  no_changes: [400, 'The body has nothing to change.'],

  missing_authorization: [401, 'Send the API key as Authorization: Bearer <key>.'],
  invalid_token_format: [401, 'This is not an API key of the files service.'],
  invalid_token: [401, 'This API key is unknown.'],
  token_revoked: [401, 'This API key was revoked.'],
  token_expired: [401, 'This API key has expired.'],
  token_orphaned: [401, 'The creator of this API key has left the workspace.'],
  account_disabled: [401, 'The creator of this API key is disabled.'],

  subscription_required: [402, 'The creator of this API key has no active subscription.'],
  plan_upgrade_required: [402, 'The plan of the creator of this API key does not include files.'],

  wrong_service: [403, 'This API key is for another service.'],
  insufficient_scope: [403, 'This API key lacks the scope for this call.'],
  origin_required: [403, 'This API key needs an Origin or Referer header.'],
  origin_blocked: [403, 'This API key may not be used from this origin.'],
  ip_blocked: [403, 'This API key may not be used from this address.'],
  out_of_scope: [403, 'This is outside the folder of this API key.'],
  not_admin: [403, 'Only admins and the owner of the workspace may do this.'],
  cross_workspace: [403, 'This API key is bound to another workspace.'],
  org_limit_reached: [403, 'No more organizations can be created.'],

  // One sentence for unknown paths and unknown ids, so that an answer never tells which of the two it was.
  not_found: [404, 'There is nothing here.'],
  folder_not_found: [404, 'There is no such folder.'],
  workspace_not_found: [404, 'There is no such workspace.'],
  method_not_allowed: [405, 'This path does not take this method.'],
  incomplete_upload: [409, 'Chunks of this upload are missing.'],
  webhook_limit_reached: [409, 'The workspace has as many webhooks as it may have.'],
  upload_gone: [410, 'There is no such upload, or it is over.'],
  quota_exceeded: [413, 'There is not enough storage left in the workspace.'],
  body_too_large: [413, 'The body is larger than 1 MB.'],
  too_large: [413, 'This is larger than this operation takes.'],
  too_many_items: [413, 'These are more items than this operation takes.'],
  range_not_satisfiable: [416, 'The file has no such range of bytes.'],
  rate_limited: [429, 'Too many requests. Try again later.'],
  upload_queue_full: [429, 'Too many bytes are in flight for this account. Try again later.'],
  invite_rate_limited: [429, 'Too many invitations. Try again later.'],

  internal_error: [500, 'Something went wrong.'],
  bad_gateway: [502, 'The files service could not be reached. Try again.'],
  gateway_timeout: [504, 'The request took too long.'],
} as const

/** What a refusal of access is to the caller. */
export const refusals = {
  organization_limit_reached: 'org_limit_reached',
} as const satisfies Partial<Record<AccessReason, keyof typeof problems>>

export const problem = defineProblems(problems)
