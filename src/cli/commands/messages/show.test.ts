import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPhone, smsAccount } from '../../../../test/sms-account.ts'
import { simulate } from '../../../../test/simulate.ts'
import { commandLine, type CommandLine } from '../../commands.testing.ts'

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
})
afterAll(() => line.close())

test('messages show has what became of a message, and not what it says', async () => {
  const id = await line.number()
  await line.printed('sim', 'set', '--number', id, '--deliver-ms', '0')
  const account = await smsAccount(line.app)
  const { body } = await account.send({ to: newPhone(), body: 'the secret text' })
  const message = body.messages[0]?.id ?? 0
  while ((await simulate(line.app.context)) === 0);
  const shown = await line.printed('messages', 'show', message)
  expect(shown).toMatchObject({ id: message, status: 'delivered', number_id: id, error_code: null })
  expect((shown['history'] as { what: string }[]).map(({ what }) => what)).toEqual([
    'handed',
    'sent',
    'delivered',
  ])
  const { stdout } = await line.run('messages', 'show', message)
  expect(stdout).toContain('is delivered.')
  expect(`${JSON.stringify(shown)}${stdout}`).not.toContain('secret')
  expect(await line.refusal('messages', 'show', 987_654)).toContain('Message 987654 does not exist.')
})
