import { expect } from 'vitest'
import { sql } from '../src/platform/database/sql.ts'
import type { Answer, Tenant, TestApp } from './harness.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Calls the IAM API with one key, or one of its aliases: `call('PATCH', '/members/7', { role: 'admin' })`. */
export const iamCaller =
  (app: TestApp, key: string, prefix = '/v1/iam') =>
  (method: Method, path: string, body?: unknown): Promise<Answer> =>
    app.call('gateway', {
      method,
      url: `${prefix}${path}`,
      key,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      }),
    })

export type IamCall = ReturnType<typeof iamCaller>

/** A person of an organization, with a key for each API. */
export interface Colleague {
  readonly id: number
  readonly iam: IamCall
  /** The same operations with a files key. */
  readonly alias: IamCall
}

export interface Organization {
  readonly id: number
  readonly tenant: Tenant
  readonly owner: Colleague
  readonly admin: Colleague
  readonly member: Colleague
  /** One more person. */
  readonly join: (role: 'admin' | 'member') => Promise<Colleague>
}

export async function organization(app: TestApp): Promise<Organization> {
  const tenant = await app.tenant()
  const { workspaceId: id } = tenant
  const colleague = async (userId: number): Promise<Colleague> => {
    const iam = iamCaller(app, (await tenant.key('iam', { userId })).key)
    const alias = iamCaller(app, (await tenant.key('files', { userId })).key, `/v1/files/workspaces/${id}`)
    return { id: userId, iam, alias }
  }
  const join = async (role: 'admin' | 'member') => colleague((await app.member(id, role)).id)
  return {
    id,
    tenant,
    owner: await colleague(tenant.userId),
    admin: await join('admin'),
    member: await join('member'),
    join,
  }
}

export type Shown = Readonly<Record<string, unknown>>

/** The payload of a successful answer. */
export function shown(answer: Answer, status = 200): Shown {
  expect([answer.status, answer.body]).toEqual([status, { data: expect.anything() }])
  return (answer.body as { data: Shown }).data
}
export function list(answer: Answer): readonly Shown[] {
  expect(answer.status).toBe(200)
  return (answer.body as { data: readonly Shown[] }).data
}

let guests = 0
export const newAddress = (): string => `guest-${++guests}@example.com`

/** The names and payloads of a workspace's events, oldest first. */
export const eventsOf = (app: TestApp, workspaceId: number): Promise<{ name: string; data: unknown }[]> =>
  app.context.database.rows(
    sql`select name, data from platform.event where workspace_id = ${workspaceId} order by id`,
  )

/** The audit log of a workspace, oldest first. */
export const auditOf = (app: TestApp, workspaceId: number): Promise<Shown[]> =>
  app.context.database.rows(sql`
    select actor, user_id, key_id is not null as by_key, action, target, outcome, request_id is not null as requested, address
      from identity.audit where workspace_id = ${workspaceId} order by id`)
