import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandLine, type CommandLine } from '../../commands.testing.ts'

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
})
afterAll(() => line.close())

describe('accounts stop-words', () => {
  test('switches them off and on, also of a workspace that never sent', async () => {
    const { id } = await line.organization()
    for (const [word, on] of [
      ['off', false],
      ['on', true],
    ] as const)
      expect(await line.printed('accounts', 'stop-words', id, word)).toEqual({
        ok: true,
        id,
        stop_words: on,
      })
  })

  test('refuses a workspace that does not exist, and other words than on and off', async () => {
    expect(await line.refusal('accounts', 'stop-words', '987654', 'off')).toContain(
      'Workspace 987654 does not exist.',
    )
    expect(await line.run('accounts', 'stop-words', '1', 'maybe')).toMatchObject({ exit: 2 })
  })
})
