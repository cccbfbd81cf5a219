import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandLine, type CommandLine } from '../../commands.testing.ts'

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
})
afterAll(() => line.close())

const plans = async () => (await line.printed('plans', 'list'))['plans']

describe('plans create', () => {
  test('creates a plan, and refuses a name that is taken', async () => {
    const values = ['--services', 'files', '--sms-daily', '5', '--payg', 'on', '--cap-micros', '9']
    expect(await line.printed('plans', 'create', 'small', ...values)).toEqual({ ok: true, name: 'small' })
    expect(await plans()).toContainEqual({
      name: 'small',
      services: ['files'],
      sms_daily: 5,
      payg: true,
      cap_micros: 9,
      price_micros: 0,
      users: 0,
    })
    expect(await line.refusal('plans', 'create', 'small')).toContain('Plan "small" exists already.')
  })
})

describe('plans update', () => {
  test('changes what is named, for everybody on the plan', async () => {
    await line.run('plans', 'create', 'large', '--services', 'files', '--sms-daily', '7')
    const { id } = await line.person()
    await line.printed('plans', 'set', '--user', id, '--plan', 'large')
    await line.printed('plans', 'update', 'large', '--sms-daily', '8')
    expect(await line.printed('plans', 'show', '--user', id)).toMatchObject({
      subscription: { plan: 'large', services: ['files'], sms_daily: 8 },
    })
    expect(await line.refusal('plans', 'update', 'gold', '--payg', 'on')).toContain('"gold" does not exist')
    expect(await line.refusal('plans', 'set', '--user', id, '--plan', 'gold')).toContain(
      '"gold" does not exist',
    )
  })
})
