import { listMails } from '../src/platform/mail/store.ts'
import { sql } from '../src/platform/database/sql.ts'
import type { Answer, Tenant, TestApp } from './harness.ts'

/** Calls are this far apart, so that a key with 30 a minute may make any number of them. */
const pauseMs = 3000

let addresses = 0

/** An unused address. */
export const freshAddress = (): string => `customer-${++addresses}@example.com`

export type Developer = Awaited<ReturnType<typeof developer>>

/** A partner with approval for provisioning and a key with all its scopes. */
export async function developer(app: TestApp, given?: Tenant) {
  const tenant = given ?? (await app.tenant())
  const { id: keyId, key } = await tenant.key('provisioning')

  const post = (path: string, body: object, withKey = key): Promise<Answer> => {
    app.clock.advance(pauseMs)
    return app.call('gateway', {
      method: 'POST',
      url: `/v1/users${path}`,
      key: withKey,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
  }
  const person = (fields: object) => ({
    email: freshAddress(),
    first_name: 'Ann',
    last_name: 'Lee',
    ...fields,
  })
  return {
    tenant,
    keyId,
    key,
    post,
    user: (fields: object = {}, withKey?: string) => post('', person(fields), withKey),
    business: (fields: object = {}) =>
      post('/business', { organization_name: 'Lee & Sons', ...person(fields) }),
    invite: (fields: object = {}) =>
      post('/workspace-members', { workspace_id: tenant.workspaceId, email: freshAddress(), ...fields }),
    reset: (fields: object) => post('/password-reset', fields),
  }
}

interface Account {
  readonly id: number
  readonly email: string
  readonly workspace_id: number
  readonly organization: { readonly workspace_id: number; readonly name: string }
}

/** The fields of a created account. */
export const accountOf = ({ body }: Answer): Account => body as Account

/** Status and code of a refusal. */
export const refusalOf = ({ status, body }: Answer): [number, string | undefined] => [
  status,
  (body as { error?: { readonly code: string } }).error?.code,
]

export const mailsTo = (app: TestApp, to: string) => listMails(app.context.database, { to })

export const countOf = async (app: TestApp, table: 'user' | 'workspace' | 'invitation'): Promise<number> => {
  const counts = await app.context.database.one<Record<'user' | 'workspace' | 'invitation', number>>(sql`
    select (select count(*) from identity.user) as user, (select count(*) from identity.workspace) as workspace,
      (select count(*) from identity.invitation) as invitation`)
  return counts[table]
}
