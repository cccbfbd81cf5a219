import { z } from 'zod'
import { refusedAs } from '../../../api/field.ts'
import { auditCall } from '../../../identity/audit/audit-call.ts'
import { emailField } from '../../../identity/email-field.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { createUser } from '../../../identity/user/create-user.ts'
import { welcomeUser } from '../../../identity/user/welcome-user.ts'
import { operatorsOnly } from '../../permit.ts'
import { PersonName } from '../../person-name.ts'
import { console } from '../../service.ts'
import { holdOperator } from '../hold-operator.ts'
import { refusingMails } from '../mail-limit.ts'
import { PlanName } from './model.ts'

export const createPerson = console.endpoint('createPerson', {
  method: 'POST',
  path: '/operator/people',
  summary: 'Create a person with a personal workspace',
  description: 'Mails them a link to set a password, which works once, within 72 hours.',
  who: loggedIn,
  body: z.object({
    email: refusedAs('invalid_email', emailField()),
    first_name: PersonName,
    last_name: PersonName,
    plan: PlanName.optional().describe('The name of a plan; standard by default.'),
  }),
  status: 201,
  result: z
    .object({ id: z.int(), email: z.string(), workspace_id: z.int() })
    .meta({ id: 'OperatorPersonCreated' }),
  problems: ['operator_required', 'invalid_email', 'invalid_person_name', 'plan_not_found', 'email_taken'],
  permit: operatorsOnly,

  handle({ body: { email, first_name: firstName, last_name: lastName, plan = 'standard' } }, context) {
    const { database, principal, random, origins, setUpWorkspace } = context
    return database
      .transaction(async (tx) => {
        await holdOperator(tx, principal)
        const created = await createUser(tx, setUpWorkspace, { email, firstName, lastName, plan })
        const parts = { random, filesOrigin: origins.files }
        const issuer = { userId: principal.userId, via: 'console', workspaceId: null } as const
        await welcomeUser(tx, parts, { ...created, firstName }, issuer)
        const { id, workspace_id: workspaceId } = created
        const done = { action: 'user.create', target: `user:${id}`, workspaceId }
        await auditCall(tx, context, { ...done, actor: 'operator' })
        return created
      })
      .catch(refusingMails)
  },
})
