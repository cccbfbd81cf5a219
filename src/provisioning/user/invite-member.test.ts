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
import { inForce } from '../../identity/in-force.ts'
import { cancelInvitation } from '../../identity/invitation/cancel-invitation.ts'
import { addMember, removeMember } from '../../identity/member/change-members.ts'
import { sql } from '../../platform/database/sql.ts'

let app: TestApp
let partner: Developer

beforeAll(async () => {
  app = await testApp()
  partner = await developer(app)
})
afterAll(() => app.close())

const invitationsOf = (email: string) =>
  app.context.database.rows<{ id: number; role: string; invited_by: number; days: number }>(sql`
    select id, role, invited_by, (extract(epoch from expires_at - invited_at) / 86400)::int as days
    from identity.invitation where email = ${email}`)

describe('inviteMember', () => {
  test('answers 201 with the invitation and mails a link for 14 days', async () => {
    const email = freshAddress()
    const answer = await partner.invite({ email: ` ${email.toUpperCase()} ` })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      workspace_id: partner.tenant.workspaceId,
      email,
      role: 'member',
      status: 'invited',
      invited_at: app.clock.now().toISOString(),
    })
    const [mail] = await mailsTo(app, email)
    expect(mail?.links).toEqual([expect.stringMatching(/^http:\/\/files\.test\/invitation\/\w{43}$/)])
    expect(await invitationsOf(email)).toMatchObject([
      { role: 'member', invited_by: partner.tenant.userId, days: 14 },
    ])
  })

  test('needs no account, and takes those who have one', async () => {
    const { email } = accountOf(await partner.user())
    expect((await partner.invite({ email, role: 'admin' })).body).toMatchObject({ email, role: 'admin' })
  })

  test('gives a fresh link and the new role to who is invited again after 10 minutes', async () => {
    const email = freshAddress()
    await partner.invite({ email })
    const [{ id } = { id: 0 }] = await invitationsOf(email)
    app.clock.advance(600_000)
    expect((await partner.invite({ email, role: 'admin' })).status).toBe(201)
    expect(await invitationsOf(email)).toMatchObject([{ id, role: 'admin' }])
    const links = await app.context.database.rows<{ ended: boolean }>(sql`
      select revoked_at is not null as ended from identity.link where invitation_id = ${id} order by id`)
    expect(links).toEqual([{ ended: true }, { ended: false }])
  })

  test('keeps the role of the pending invitation when none is named', async () => {
    for (const unnamed of [undefined, null, '']) {
      const email = freshAddress()
      await partner.invite({ email, role: 'admin' })
      app.clock.advance(600_000)
      expect((await partner.invite({ email, role: unnamed })).body).toMatchObject({ email, role: 'admin' })
      expect(await invitationsOf(email)).toMatchObject([{ role: 'admin' }])
    }
  })

  test('is for owners and admins of the organization, whatever workspace the key is bound to', async () => {
    const other = await app.tenant()
    const asRole = async (role: 'admin' | 'member') => {
      const invited = await developer(app)
      const place = { workspaceId: other.workspaceId, userId: invited.tenant.userId, role }
      await inForce(app.context, (tx) => addMember(tx, place))
      return invited.invite({ workspace_id: other.workspaceId })
    }
    expect((await asRole('admin')).status).toBe(201)
    expect(refusalOf(await asRole('member'))).toEqual([404, 'workspace_not_found'])
  })
})

describe('inviteMember refuses', () => {
  const refusal = async (fields: object) => refusalOf(await partner.invite(fields))

  test('a password as unsupported_parameter', async () => {
    expect(await refusal({ password: 'x', workspace_id: 'x' })).toEqual([400, 'unsupported_parameter'])
  })

  test('what is not the id of a workspace as missing_workspace', async () => {
    for (const id of [undefined, null, '', String(partner.tenant.workspaceId), 1.5, {}, [], true])
      expect(await refusal({ workspace_id: id })).toEqual([400, 'missing_workspace'])
  })

  test('a bad address as invalid_email', async () => {
    for (const email of [undefined, null, 5, 'plain', 'a@@example.com', 'a\r\n@example.com'])
      expect(await refusal({ email })).toEqual([400, 'invalid_email'])
  })

  test('another role than member and admin as invalid_role', async () => {
    for (const role of ['owner', 'Admin', ' ', 5, {}, ['admin']])
      expect(await refusal({ role })).toEqual([400, 'invalid_role'])
  })

  test('the creator’s personal workspace as not_an_org_workspace', async () => {
    expect(await refusal({ workspace_id: partner.tenant.personalId })).toEqual([400, 'not_an_org_workspace'])
  })

  test('a workspace of others as workspace_not_found, exactly like an unknown one', async () => {
    const stranger = await app.tenant()
    const answers = []
    for (const id of [stranger.workspaceId, stranger.personalId, 987_654_321, 0, -1, 2 ** 53, 1e30, -1e300])
      answers.push(await partner.invite({ workspace_id: id }))
    for (const answer of answers) {
      expect(refusalOf(answer)).toEqual([404, 'workspace_not_found'])
      expect(answer.text).toBe(answers[0]?.text)
    }
  })

  test('an active member as already_member', async () => {
    const { id } = await app.member(partner.tenant.workspaceId, 'member')
    const { email } = await app.context.database.one<{ email: string }>(
      sql`select email from identity.user where id = ${id}`,
    )
    expect(await refusal({ email })).toEqual([409, 'already_member'])
    expect(await invitationsOf(email)).toEqual([])
  })

  test('an address within 10 minutes as invite_recently_sent, also of 20 calls at once all but one', async () => {
    const email = freshAddress()
    const before = await countOf(app, 'invitation')
    const answers = await Promise.all(Array.from({ length: 20 }, () => partner.invite({ email })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 201)
    for (const answer of refused) expect(refusalOf(answer)).toEqual([429, 'invite_recently_sent'])
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(500)
    expect(await countOf(app, 'invitation')).toBe(before + 1)
    expect(await mailsTo(app, email)).toHaveLength(1)
    const { invited_at: at } = await app.context.database.one<{ invited_at: Date }>(
      sql`select invited_at from identity.invitation where email = ${email}`,
    )
    app.clock.set(new Date(at.getTime() + 600_000 - 4000))
    expect(await refusal({ email })).toEqual([429, 'invite_recently_sent'])
    expect((await partner.invite({ email })).status).toBe(201)
  })

  test('an address within 10 minutes whatever became of the invitation, and lets other workspaces invite it', async () => {
    const { workspaceId } = partner.tenant
    const email = freshAddress()
    await partner.invite({ email })
    const [{ id: invitationId } = { id: 0 }] = await invitationsOf(email)
    await app.context.database.transaction((tx) => cancelInvitation(tx, { workspaceId, invitationId }))
    expect(await refusal({ email })).toEqual([429, 'invite_recently_sent'])
    const guest = accountOf(await partner.user())
    await partner.invite({ email: guest.email })
    const member = { workspaceId, userId: guest.id, role: 'member' } as const
    await inForce(app.context, (tx) => addMember(tx, member))
    await inForce(app.context, (tx) => removeMember(tx, member))
    expect(await refusal({ email: guest.email })).toEqual([429, 'invite_recently_sent'])
    const other = await developer(app)
    expect((await other.invite({ email })).status).toBe(201)
    app.clock.advance(600_000)
    expect((await partner.invite({ email })).status).toBe(201)
  })

  test('an address that had too many mails as rate_limited, and invites nobody', async () => {
    const email = freshAddress()
    await app.context.database.run(sql`
      insert into platform.mail_limit (subject, sent_at, forget_at)
      values (${`to:${email}`}, array_fill(${app.clock.now()}::timestamptz, array[20]), ${app.clock.now()})`)
    expect((await partner.invite({ email })).body).toMatchObject({
      error: { code: 'rate_limited', details: { limit: 'mails' } },
    })
    expect(await invitationsOf(email)).toEqual([])
  })
})
