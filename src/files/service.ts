import { dataEnvelope } from '../api/envelope.ts'
import { keysOf } from '../identity/schemes/api-key.ts'
import { bearerCodes } from '../identity/schemes/bearer-codes.ts'
import { creatorsPlan } from '../identity/schemes/key-conditions.ts'
import type { ScopeSentences } from '../identity/key/scopes.ts'
import { defineService } from '../api/define-service.ts'
import { problems, refusals } from './problems.ts'

/** docs/api/files.md */
export const files = defineService({
  name: 'files',
  title: 'Files',
  description:
    'Files and folders of a workspace: uploads up to 100 GB, downloads, copies, archives, share links. ' +
    'A key is bound to one workspace, or to one folder of it, and acts as the person who created it.',
  envelope: dataEnvelope,
  problems,
  // The row decides a race, not an earlier read.
  constraints: { file_parent: 'folder_not_found' },
  refusals,
  callers: [keysOf('files', { condition: creatorsPlan })],
  codes: {
    ...bearerCodes,
    no_subscription: 'subscription_required',
    not_in_plan: 'plan_upgrade_required',
    limit_reached: 'rate_limited',
    limits_unavailable: 'rate_limited',
    malformed_request: 'invalid_request',
    malformed_json: 'invalid_json',
    body_too_large: 'body_too_large',
    unknown_path: 'not_found',
    unknown_method: 'method_not_allowed',
    precondition_failed: 'precondition_failed',
    unsatisfiable_range: 'range_not_satisfiable',
    busy: 'rate_limited',
    timed_out: 'gateway_timeout',
    unreachable: 'bad_gateway',
    failed: 'internal_error',
  },
  scopes: {
    'files:read': 'List, get, download and search files and folders.',
    'files:write': 'Upload, rename, move, copy, compress and unzip.',
    'files:delete': 'Delete files and folders.',
    'folders:write': 'Create folders.',
    'share:read': 'Read the share status of files and folders.',
    'share:write': 'Create, change and revoke shares.',
    'workspace:read': 'Read workspaces and storage usage.',
    'workspace:write': 'Create organizations and rename workspaces.',
    'webhooks:read': 'List webhooks, event types and deliveries.',
    'webhooks:write': 'Create, update and delete webhooks.',
    'iam:read': 'Read members and invitations of the workspace.',
    'iam:write': 'Change members and invitations of the workspace.',
    '*': 'Every scope.',
  } satisfies ScopeSentences<'files'>,
  resources: {
    files: 'Files and folders have the same shape. Calls that work on files also work on folders.',
    folders: 'Calls for folders only. They refuse the id of a file.',
    search: 'Find files and folders by name anywhere in the workspace.',
    shares: 'Links that open a file or folder to everyone or to listed addresses.',
    uploads: 'Upload files in chunks that arrive in any order, in parallel, and over days.',
    storage: 'The usage and limit of the workspace.',
    workspaces: 'The workspaces of the person who created the key. The key itself is bound to one.',
    webhooks: 'Addresses that are told of events in the workspace, signed. Folder keys cannot use them.',
    me: 'The key itself and its permissions.',
    health: 'Whether the service answers.',
  },
  rateHeaders: [
    'X-RateLimit-Limit-Minute',
    'X-RateLimit-Remaining-Minute',
    'X-RateLimit-Reset-Seconds',
    'X-RateLimit-Limit-Day',
    'X-RateLimit-Remaining-Day',
  ],
  jsonBytesMax: 1024 * 1024,
  cors: true,
})
