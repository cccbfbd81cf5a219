import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { commandLine, type CommandLine } from '../../commands.testing.ts'

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
})
afterAll(() => line.close())
beforeEach(() => line.context.database.run(sql`update identity.user set operator_since = null`))

const audited = (target: string) =>
  line.context.database.rows<{ action: string }>(
    sql`select action from identity.audit where target = ${target} and actor = 'operator' order by id`,
  )
const add = (id: number) => line.printed('operators', 'add', '--user', id)
const remove = (id: number) => line.printed('operators', 'remove', '--user', id)

describe('operators', () => {
  test('are added, listed, shown with people, and removed', async () => {
    const [one, two] = [(await line.person()).id, (await line.person()).id]
    expect((await line.run('operators', 'list')).stdout).toContain('bureau setup-link')
    expect(await add(one)).toEqual({ ok: true, user_id: one, operator: true, changed: true })
    expect(await add(one)).toMatchObject({ changed: false })
    await add(two)
    expect(await line.printed('operators', 'list')).toMatchObject({
      operators: [
        { id: one, operator_since: expect.any(String), disabled_at: null },
        { id: two, operator_since: expect.any(String), disabled_at: null },
      ],
      next_after: null,
    })
    expect((await line.run('users', 'list')).stdout).toMatch(/OPERATOR[^]* active +yes /)
    expect((await line.run('users', 'show', one)).stdout).toMatch(/operator: +since 20/)
    expect(await remove(one)).toEqual({ ok: true, user_id: one, operator: false, changed: true })
    expect(await remove(one)).toMatchObject({ changed: false })
    expect((await line.run('users', 'show', one)).stdout).toMatch(/operator: +no\n/)
    expect(await line.printed('users', 'show', two)).toMatchObject({
      user: { operator_since: expect.any(String) },
    })
    expect((await audited(`user:${one}`)).map(({ action }) => action)).toEqual([
      'user.create',
      'operator.add',
      'operator.remove',
    ])
  })

  test('keep at least one of them, who cannot be disabled either', async () => {
    const { id } = await line.person()
    await add(id)
    const sentence = `bureau: User ${id} is the last operator. Add another one first with "bureau operators add --user ID".\n`
    expect(await line.refusal('operators', 'remove', '--user', id)).toBe(sentence)
    expect(await line.refusal('users', 'disable', id)).toBe(sentence)
    const other = await line.person()
    await line.printed('users', 'disable', other.id)
    expect(await line.refusal('operators', 'add', '--user', other.id)).toContain('is disabled')
    expect(await line.refusal('operators', 'add', '--user', 987_654)).toContain('does not exist')
    expect(await line.refusal('operators', 'remove', '--user', 987_654)).toContain('does not exist')
  })
})

describe('setup-link', () => {
  test('prints a link that works for 30 minutes, and records that it was made', async () => {
    const { url, expires_at: expiresAt, ...rest } = await line.printed('setup-link')
    expect(url).toMatch(/^http:\/\/files\.test\/setup#[0-9A-Za-z]{43}$/)
    expect(new Date(String(expiresAt)).getTime() - line.app.clock.now().getTime()).toBe(30 * 60_000)
    expect(rest).toEqual({})
    expect((await line.run('setup-link')).stdout).toMatch(/within 30 minutes:\nhttp\S+\/setup#\w+\n$/)
    expect(await audited('installation')).toEqual([
      { action: 'setup-link.create' },
      { action: 'setup-link.create' },
    ])
  })

  test('says what to do when there is an operator', async () => {
    await add((await line.person()).id)
    expect(await line.refusal('setup-link')).toBe(
      'bureau: There is an operator already. Add another one with "bureau operators add --user ID".\n',
    )
  })
})
