import { z } from 'zod'
import { idNumber, refusedAs, text, withLength } from '../../../api/field.ts'
import { auditCall } from '../../../identity/audit/audit-call.ts'
import { isName } from '../../../identity/name.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { createOrganization } from '../../../identity/workspace/create-organization.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { holdOperator } from '../hold-operator.ts'
import { detailsOf } from './details-of.ts'
import { OperatorWorkspaceDetails } from './model.ts'

const nameCharactersMax = 100

export const createWorkspace = console.endpoint('createWorkspace', {
  method: 'POST',
  path: '/operator/workspaces',
  summary: 'Create an organization for a person',
  who: loggedIn,
  body: z.object({
    owner_id: idNumber(),
    name: refusedAs(
      'invalid_name',
      withLength(
        { min: 1, max: nameCharactersMax },
        text()
          .transform((name) => name.trim())
          .refine(
            (name) => isName(name, nameCharactersMax),
            `must have 1 to ${nameCharactersMax} characters on one line`,
          ),
      ),
    ),
  }),
  status: 201,
  result: OperatorWorkspaceDetails,
  problems: ['operator_required', 'user_not_found', 'invalid_name'],
  permit: operatorsOnly,

  handle({ body: { owner_id: ownerId, name } }, context) {
    const { database, principal, setUpWorkspace } = context
    return database.transaction(async (tx) => {
      await holdOperator(tx, principal)
      const { id } = await createOrganization(tx, setUpWorkspace, { ownerId, name })
      const done = { action: 'workspace.create', target: `workspace:${id}`, workspaceId: id }
      await auditCall(tx, context, { ...done, actor: 'operator' })
      return detailsOf(tx, id)
    })
  },
})
