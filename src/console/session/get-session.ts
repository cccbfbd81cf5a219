import { loggedIn } from '../../identity/schemes/session.ts'
import { entitlementOf } from '../../identity/plan/store.ts'
import { listWithPlans } from '../../identity/workspace/store.ts'
import { version } from '../../platform/version.ts'
import { console } from '../service.ts'
import { ConsoleSession } from './model.ts'

const workspacesMax = 500

export const getSession = console.endpoint('getSession', {
  method: 'GET',
  path: '/session',
  summary: 'Get the person who is logged in, and their workspaces',
  description: `At most ${workspacesMax} workspaces: the personal one first, then by name.`,
  who: loggedIn,
  result: ConsoleSession,
  problems: [],

  async handle(_input, { principal, database, origins, mail, settings }) {
    const { userId, sessionId } = principal
    const [workspaces, own] = await Promise.all([
      listWithPlans(database, userId, workspacesMax),
      entitlementOf(database, userId),
    ])
    return {
      user: {
        id: userId,
        email: principal.email,
        first_name: principal.firstName,
        last_name: principal.lastName,
        two_step: principal.twoFactor,
        operator: principal.operator,
      },
      workspaces: workspaces.map(({ id, name, type, role, demo, owner_services }) => ({
        id,
        name,
        type,
        role,
        demo,
        services: [
          ...(own.active && own.services.includes('files') ? ['files'] : []),
          ...(owner_services?.includes('sms') ? ['sms'] : []),
          ...(type === 'org' ? ['iam'] : []),
        ],
      })),
      session_id: sessionId,
      installation: {
        version,
        gateway_url: origins.gateway,
        files_origin_url: origins.files,
        sms_base_url: origins.sms,
        phones_url: origins.phones,
        mail: mail.mode,
        request_log_days: settings.requestLogDays,
      },
    }
  },
})
