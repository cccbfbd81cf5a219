import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  countOf,
  developer,
  accountOf,
  freshAddress,
  mailsTo,
  refusalOf,
  type Developer,
} from '../../../test/developer.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { filesClient } from '../../../test/files-client.ts'
import { inForce } from '../../identity/in-force.ts'
import { digestOf } from '../../identity/link/token.ts'
import { setPlan } from '../../identity/plan/set-plan.ts'
import { sql } from '../../platform/database/sql.ts'

let app: TestApp
let partner: Developer

beforeAll(async () => {
  app = await testApp()
  partner = await developer(app)
})
afterAll(() => app.close())

const hourMs = 3_600_000

interface StoredPerson {
  readonly created_by: number | null
  readonly sponsor_id: number | null
  readonly phone: Buffer | null
  readonly password_hash: string | null
  readonly row: string
}

const stored = (id: number): Promise<StoredPerson> =>
  app.context.database.one(sql`
    select created_by, sponsor_id, phone, password_hash, u::text as row from identity.user u where id = ${id}`)

describe('createUser', () => {
  test('answers 201 with the account at the top level, with a personal workspace of 5 GB', async () => {
    const answer = await partner.user({ email: 'ann@example.com', phone: '555' })
    const { id, workspace_id: workspaceId } = accountOf(answer)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(Number) as number,
      email: 'ann@example.com',
      first_name: 'Ann',
      last_name: 'Lee',
      account_type: 'individual',
      workspace_id: expect.any(Number) as number,
      email_verified: false,
    })
    expect(await stored(id)).toMatchObject({ created_by: partner.tenant.userId, password_hash: null })
    const storage = await app.context.database.one(sql`
      select w.type, w.owner_id, s.limit_bytes from identity.workspace w
      join files.usage s on s.workspace_id = w.id where w.id = ${workspaceId}`)
    expect(storage).toEqual({ type: 'personal', owner_id: id, limit_bytes: 5 * 1024 ** 3 })
  })

  test('trims and lower-cases the address, and keeps plus tags, dots and other alphabets', async () => {
    for (const [typed, email] of [
      ['  Mixed.Case@Example.COM \n', 'mixed.case@example.com'],
      ['ann+tag@example.com', 'ann+tag@example.com'],
      ["o'neil@example.com", "o'neil@example.com"],
      ['jürgen@bücher.example', 'jürgen@xn--bcher-kva.example'],
      ['İ@example.com', 'i\u{307}@example.com'],
    ] as const) {
      const answer = await partner.user({ email: typed })
      expect([answer.status, accountOf(answer).email], typed).toEqual([201, email])
    }
  })

  test('trims names, makes one line of them and cuts them off after 80 characters', async () => {
    for (const [typed, name] of [
      [`   ${'a'.repeat(80)}bbb  `, 'a'.repeat(80)],
      ['é'.repeat(10_000), 'é'.repeat(80)],
      ['👍'.repeat(81), '👍'.repeat(80)],
      [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
      ['Ann\r\nBcc: x', 'Ann Bcc: x'],
      ['\u{1b}[31mred', '[31mred'],
      ['<b>名</b>', '<b>名</b>'],
      ['علی\u200cرضا', 'علی\u200cرضا'],
      ['An\u202en\u200b', 'Ann'],
    ] as const) {
      const answer = await partner.user({ first_name: typed, last_name: typed })
      expect(accountOf(answer), typed.slice(0, 20)).toMatchObject({ first_name: name, last_name: name })
    }
  })

  test('stores 40 characters of a phone encrypted and never returns it', async () => {
    const phone = `+1 (555) 010-0199 ${'9'.repeat(120)}`
    const answer = await partner.user({ phone })
    const { id } = accountOf(answer)
    const { phone: sealed, row } = await stored(id)
    expect(app.context.vault.open(sealed as Buffer, `user.phone:${id}`)).toBe(phone.slice(0, 40))
    // Its first digits alone could stand in the sealed bytes by chance.
    for (const part of ['(555)', '010-0199', '999999']) expect(answer.text + row).not.toContain(part)
    const without = accountOf(await partner.user({ phone: null }))
    expect(await stored(without.id)).toMatchObject({ phone: null })
  })

  test('mails one link for 72 hours on the files origin, of which only a hash is stored', async () => {
    const email = freshAddress()
    const answer = await partner.user({ email })
    const [mail, ...more] = await mailsTo(app, email)
    expect(more).toEqual([])
    const [url = ''] = mail?.links ?? []
    const token = /^http:\/\/files\.test\/welcome\/(\w{43})$/.exec(url)?.[1] ?? ''
    expect(answer.text).not.toContain(token)
    const link = await app.context.database.one(sql`
      select user_id, recipient, issued_by, issued_via, expires_at from identity.link where digest = ${digestOf(token)}`)
    expect(link).toEqual({
      user_id: accountOf(answer).id,
      recipient: email,
      issued_by: partner.tenant.userId,
      issued_via: 'provisioning',
      expires_at: new Date(app.clock.now().getTime() + 72 * hourMs),
    })
  })

  test('has the creator’s sponsor pay, or the creator, and works on their plan only', async () => {
    const own = await developer(app)
    const { id, workspace_id: workspaceId } = accountOf(await own.user())
    expect((await stored(id)).sponsor_id).toBe(own.tenant.userId)
    const files = filesClient(app, await keyFor(own.tenant, { userId: id, workspaceId }))
    expect((await files.get('/storage')).status).toBe(200)
    await inForce(app.context, (tx) => setPlan(tx, own.tenant.userId, { active: false }))
    expect(refusalOf(await files.get('/storage'))).toEqual([402, 'subscription_required'])

    await app.context.database.run(sql`
      update identity.user set sponsor_id = ${partner.tenant.userId} where id = ${own.tenant.userId}`)
    const sponsored = accountOf(await own.user())
    expect((await stored(sponsored.id)).sponsor_id).toBe(partner.tenant.userId)
  })
})

const keyFor = async (
  tenant: Tenant,
  place: { readonly userId: number; readonly workspaceId: number },
): Promise<string> => (await tenant.key('files', place)).key

describe('createUser refuses', () => {
  test('a password as unsupported_parameter, whatever else is wrong', async () => {
    for (const field of ['password', 'new_password']) {
      for (const value of ['correct horse', '', null, 5, {}])
        expect(refusalOf(await partner.post('', { email: 5, [field]: value }))).toEqual([
          400,
          'unsupported_parameter',
        ])
    }
  })

  test('what is not one address as invalid_email', async () => {
    const long = `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(3)}`
    for (const email of [
      undefined,
      null,
      5,
      {},
      ['a@example.com'],
      '',
      '   ',
      'plain',
      '@example.com',
      'a@',
      'a@@example.com',
      'a@b@example.com',
      'a b@example.com',
      'a@exa mple.com',
      'a@example..com',
      'a@localhost',
      'a@example.com\r\nBcc: b@example.com',
      'a\n@example.com',
      'a@example.com\0',
      'a\u{7f}@example.com',
      'a\u{200b}@example.com',
      'a@example.com\u{d800}',
      'a@example.com, b@example.com',
      'Ann <a@example.com>',
      '"a b"@example.com',
      `${'a'.repeat(65)}@example.com`,
      `${long}${'c'.repeat(255 - long.length)}`,
    ])
      expect(refusalOf(await partner.user({ email })), JSON.stringify(email)).toEqual([400, 'invalid_email'])
    const longest = `${long}${'c'.repeat(254 - long.length)}`
    expect((await partner.user({ email: longest })).status).toBe(201)
  })

  test('a missing or blank name as missing_name', async () => {
    for (const name of [
      undefined,
      null,
      '',
      '  ',
      '\t\n',
      5,
      {},
      [],
      'a\0',
      '\u{d800}',
      '\u200d',
      '\u3164',
    ]) {
      expect(refusalOf(await partner.user({ first_name: name }))).toEqual([400, 'missing_name'])
      expect(refusalOf(await partner.user({ last_name: name }))).toEqual([400, 'missing_name'])
    }
  })

  test('a phone that is not text as invalid_request', async () => {
    expect(refusalOf(await partner.user({ phone: 5 }))).toEqual([400, 'invalid_request'])
  })

  test('an address that has an account as email_taken, however it is written and no matter who created it', async () => {
    const email = freshAddress()
    await partner.user({ email })
    const other = await developer(app)
    for (const again of [email, email.toUpperCase(), `  ${email} `]) {
      expect(refusalOf(await partner.user({ email: again }))).toEqual([409, 'email_taken'])
      expect(refusalOf(await other.business({ email: again }))).toEqual([409, 'email_taken'])
    }
    expect(await mailsTo(app, email)).toHaveLength(1)
  })

  test('all but one of 50 parallel creations of one address as email_taken', async () => {
    const email = freshAddress()
    const other = await developer(app)
    const before = await countOf(app, 'user')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => {
        const { user, business } = at % 2 ? partner : other
        return at % 3 ? user({ email: at % 5 ? email : email.toUpperCase() }) : business({ email })
      }),
    )
    const codes = answers.map(refusalOf).filter(([status]) => status !== 201)
    expect(codes).toEqual(Array.from({ length: 49 }, () => [409, 'email_taken']))
    expect(await countOf(app, 'user')).toBe(before + 1)
    expect(await mailsTo(app, email)).toHaveLength(1)
  })

  test('the 201st account of 24 hours as account_creation_limit, over all keys, also at once', async () => {
    const busy = await developer(app)
    const keys = await Promise.all(Array.from({ length: 8 }, () => busy.tenant.key('provisioning')))
    const at = (index: number) => keys[index % keys.length]?.key
    const first = await busy.business()
    expect(first.status).toBe(201)
    const firstAt = app.clock.now()
    for (let index = 0; index < 196; index++) expect((await busy.user({}, at(index))).status).toBe(201)
    app.clock.advance(60_000)
    const last = await Promise.all(Array.from({ length: 12 }, (_, index) => busy.user({}, at(index))))
    expect(last.filter(({ status }) => status === 201)).toHaveLength(3)
    const refused = last.filter(({ status }) => status !== 201)
    for (const answer of refused) expect(refusalOf(answer)).toEqual([429, 'account_creation_limit'])
    const waitSeconds = (firstAt.getTime() + 24 * hourMs - app.clock.now().getTime()) / 1000
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(waitSeconds)
    expect((await partner.user()).status).toBe(201)

    app.clock.set(new Date(firstAt.getTime() + 24 * hourMs - 4000))
    expect(refusalOf(await busy.user())).toEqual([429, 'account_creation_limit'])
    expect((await busy.user()).status).toBe(201)
  })

  test('an address that had too many mails as rate_limited, and creates nothing', async () => {
    const email = freshAddress()
    await app.context.database.run(sql`
      insert into platform.mail_limit (subject, sent_at, forget_at)
      values (${`to:${email}`}, array_fill(${app.clock.now()}::timestamptz, array[20]), ${app.clock.now()})`)
    const before = await countOf(app, 'user')
    const refused = await partner.user({ email })
    expect(refused.body).toMatchObject({ error: { code: 'rate_limited', details: { limit: 'mails' } } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
    expect(await countOf(app, 'user')).toBe(before)
  })
})
