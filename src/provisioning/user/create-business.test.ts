import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accountOf,
  countOf,
  developer,
  freshAddress,
  mailsTo,
  refusalOf,
  type Developer,
} from '../../../test/developer.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { createUser } from '../../identity/user/create-user.ts'
import { sql } from '../../platform/database/sql.ts'

let app: TestApp
let partner: Developer

beforeAll(async () => {
  app = await testApp()
  partner = await developer(app)
})
afterAll(() => app.close())

interface StoredOrganization {
  readonly ein_sealed: Buffer | null
  readonly row: string
}

const organizationOf = (id: number): Promise<StoredOrganization> =>
  app.context.database.one(sql`
    select ein_sealed, w::text as row from identity.workspace w where id = ${id}`)

describe('createBusiness', () => {
  test('answers 201 with the account and its organization of 10 GB, owned by the person', async () => {
    const answer = await partner.business({ email: 'bea@example.com' })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(Number) as number,
      email: 'bea@example.com',
      first_name: 'Ann',
      last_name: 'Lee',
      account_type: 'business',
      organization: { workspace_id: expect.any(Number) as number, name: 'Lee & Sons' },
      email_verified: false,
    })
    const workspaces = await app.context.database.rows(sql`
      select w.id, w.type, s.limit_bytes, m.role from identity.member m
      join identity.workspace w on w.id = m.workspace_id
      join files.usage s on s.workspace_id = w.id
      where m.user_id = ${accountOf(answer).id} order by w.id`)
    expect(workspaces).toEqual([
      { id: expect.any(Number) as number, type: 'personal', limit_bytes: 5 * 1024 ** 3, role: 'owner' },
      {
        id: accountOf(answer).organization.workspace_id,
        type: 'org',
        limit_bytes: 10 * 1024 ** 3,
        role: 'owner',
      },
    ])
    expect(await mailsTo(app, 'bea@example.com')).toHaveLength(1)
  })

  test('takes the name as org_name too, trims it and cuts it off after 80 characters', async () => {
    const nameOf = async (fields: object) => accountOf(await partner.business(fields)).organization.name
    expect(await nameOf({ organization_name: undefined, org_name: ' Bea & Co ' })).toBe('Bea & Co')
    expect(await nameOf({ organization_name: null, org_name: 'Bea & Co' })).toBe('Bea & Co')
    expect(await nameOf({ organization_name: 'First', org_name: 'Second' })).toBe('First')
    expect(await nameOf({ organization_name: '名'.repeat(10_000) })).toBe('名'.repeat(80))
  })

  test('stores an ein encrypted, with or without its hyphen', async () => {
    for (const ein of ['12-3456789', '123456789']) {
      const { workspace_id: id } = accountOf(await partner.business({ ein })).organization
      const { ein_sealed: sealed, row } = await organizationOf(id)
      expect(app.context.vault.open(sealed as Buffer, `workspace.ein:${id}`)).toBe('123456789')
      expect(row).not.toContain('123456789')
    }
    const { workspace_id: id } = accountOf(await partner.business()).organization
    expect((await organizationOf(id)).ein_sealed).toBeNull()
  })
})

describe('createBusiness refuses', () => {
  const refusal = async (fields: object) => refusalOf(await partner.business(fields))

  test('a password as unsupported_parameter', async () => {
    expect(await refusal({ password: 'x', email: 5 })).toEqual([400, 'unsupported_parameter'])
    expect(await refusal({ new_password: null })).toEqual([400, 'unsupported_parameter'])
  })

  test('a bad address as invalid_email and a blank name as missing_name', async () => {
    expect(await refusal({ email: 'a@@example.com', organization_name: 5 })).toEqual([400, 'invalid_email'])
    expect(await refusal({ last_name: ' ', organization_name: 5 })).toEqual([400, 'missing_name'])
  })

  test('no name of the organization as missing_organization', async () => {
    for (const name of [undefined, null, '', '  ', '\n', 5, {}, 'a\0'])
      expect(await refusal({ organization_name: name })).toEqual([400, 'missing_organization'])
    expect(await refusal({ organization_name: undefined, org_name: ' ' })).toEqual([
      400,
      'missing_organization',
    ])
  })

  test('no empty optional field: null and an empty string count as absent', async () => {
    for (const empty of [null, '']) {
      const fields = { ein: empty, phone: empty, organization_name: empty, org_name: 'Harbour Bakery' }
      const answer = await partner.business(fields)
      expect([answer.status, accountOf(answer).organization]).toMatchObject([201, { name: 'Harbour Bakery' }])
      expect((await organizationOf(accountOf(answer).organization.workspace_id)).ein_sealed).toBeNull()
      expect(await refusal({ organization_name: empty, org_name: empty })).toEqual([
        400,
        'missing_organization',
      ])
    }
  })

  test('an ein of another form as invalid_ein', async () => {
    const forms = [' ', '1', '12345678', '1234567890', '1-23456789', '123-456789', '12-345678', '12 3456789']
    for (const ein of [...forms, '12–3456789', '12-345678a', '１２3456789', 123456789, {}, ['123456789']])
      expect(await refusal({ ein }), JSON.stringify(ein)).toEqual([400, 'invalid_ein'])
  })

  test('a taken address as email_taken, and creates no organization', async () => {
    const email = freshAddress()
    await partner.user({ email })
    const before = await countOf(app, 'workspace')
    expect(await refusal({ email })).toEqual([409, 'email_taken'])
    expect(await countOf(app, 'workspace')).toBe(before)
  })

  test('the 201st account of 24 hours as account_creation_limit, individual ones counted too', async () => {
    const busy = await developer(app)
    expect((await busy.user()).status).toBe(201)
    const { database, setUpWorkspace } = app.context
    await database.transaction(async (tx) => {
      const draft = { firstName: 'Ann', lastName: 'Lee', plan: null, createdBy: busy.tenant.userId }
      for (let made = 0; made < 198; made++)
        await createUser(tx, setUpWorkspace, { ...draft, email: freshAddress() })
    })
    expect((await busy.business()).status).toBe(201)
    expect(refusalOf(await busy.business())).toEqual([429, 'account_creation_limit'])
  })
})
