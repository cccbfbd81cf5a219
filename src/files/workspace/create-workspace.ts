import { z } from 'zod'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { key } from '../../identity/schemes/api-key.ts'
import { createOrganization } from '../../identity/workspace/create-organization.ts'
import { einPattern, sealEin } from '../../identity/workspace/ein.ts'
import { findWorkspace } from '../../identity/workspace/store.ts'
import { emptyIsAbsent, refusedAs, text, withLength } from '../../api/field.ts'
import { workspaceCreated } from './events.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { findUsage } from '../usage/store.ts'
import { isWorkspaceName, nameCharactersMax, toWorkspace, Workspace } from './model.ts'
import { emit } from '../../platform/outbox/emit.ts'
import { exampleOrganization } from './examples.ts'

export const createWorkspace = files.endpoint('createWorkspace', {
  method: 'POST',
  path: '/workspaces',
  summary: 'Create an organization',
  description: 'The creator of the key becomes its owner. The key stays bound to its workspace.',
  who: key('workspace:write'),
  body: z.object({
    name: refusedAs(
      'invalid_name',
      withLength(
        { min: 1, max: nameCharactersMax },
        text().refine(
          isWorkspaceName,
          'must have 1 to 100 characters and must not be blank or contain control or formatting characters',
        ),
      ),
    ),
    ein: emptyIsAbsent(
      refusedAs(
        'create_failed',
        text().regex(einPattern, 'must have 9 digits, as NN-NNNNNNN or NNNNNNNNN'),
      ).optional(),
    ),
  }),
  status: 201,
  result: Workspace,
  problems: ['invalid_name', 'create_failed', 'org_limit_reached', 'out_of_scope'],
  example: { body: { name: exampleOrganization.name }, answer: exampleOrganization },
  permit: ({ folderId }) => {
    if (folderId !== null) throw problem.out_of_scope()
  },

  async handle({ body }, context) {
    const { principal, database, settings, setUpWorkspace, vault } = context
    const { userId } = principal
    return database.transaction(async (tx) => {
      const { id } = await createOrganization(tx, setUpWorkspace, {
        ownerId: userId,
        name: body.name,
        organizationsMax: settings.organizationsMax,
      })
      if (body.ein !== undefined) await sealEin(tx, vault, id, body.ein)
      const workspace = await findWorkspace(tx, userId, id)
      if (!workspace) throw problem.create_failed()
      const created = toWorkspace(workspace, await findUsage(tx, id))
      await emit(tx, workspaceCreated(principal.workspaceId, created))
      const done = { action: 'workspace.create', target: `workspace:${id}`, workspaceId: id }
      await auditCall(tx, context, done)
      return created
    })
  },
})
