import { z } from 'zod'
import { idText, instant, refusedAs } from '../../../api/field.ts'
import type { ListedWorkspace } from './store.ts'

export const OfWorkspace = z.object({
  id: refusedAs('workspace_not_found', idText()).describe('The ID of a workspace.'),
})

const listed = {
  id: z.int(),
  name: z.string(),
  type: z.enum(['personal', 'org']),
  demo: z.boolean().describe('Whether it is demo data.'),
  owner: z.object({ id: z.int(), email: z.string() }),
  created_at: instant(),
  delete_at: instant().nullable().describe('When it is deleted for good; null: it is not being deleted.'),
  members: z.int(),
  used_bytes: z.int(),
  quota_bytes: z.int().nullable().describe('null: unlimited.'),
}

export const OperatorWorkspace = z.object(listed).meta({ id: 'OperatorWorkspace' })

export const OperatorWorkspaceDetails = z
  .object({
    ...listed,
    keys: z.int().describe('Keys that are not revoked.'),
    files: z.int(),
    folders: z.int(),
    people: z
      .array(
        z.object({
          id: z.int(),
          email: z.string(),
          first_name: z.string(),
          last_name: z.string(),
          role: z.enum(['owner', 'admin', 'member']),
          disabled: z.boolean(),
        }),
      )
      .describe('The first 500 members.'),
  })
  .meta({ id: 'OperatorWorkspaceDetails' })

export const toWorkspace = ({
  owner_id: id,
  owner_email: email,
  created_at,
  delete_at,
  ...row
}: ListedWorkspace): z.input<typeof OperatorWorkspace> => ({
  ...row,
  owner: { id, email },
  created_at: created_at.toISOString(),
  delete_at: delete_at?.toISOString() ?? null,
})
