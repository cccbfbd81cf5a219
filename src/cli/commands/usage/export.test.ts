import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient } from '../../../../test/files-client.ts'
import { newPhone, smsCaller } from '../../../../test/sms-account.ts'
import { commandLine, type CommandLine } from '../../commands.testing.ts'

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
})
afterAll(() => line.close())

describe('usage export', () => {
  test('prints one line a workspace, as CSV and as JSON', async () => {
    const { app } = line
    await line.number()
    const plan = { smsDaily: 1, payg: true, capMicros: 100_000, priceMicros: 7919 }
    const one = await app.tenant({ plan })
    const two = await app.tenant()
    const sms = smsCaller(app, (await one.key('sms')).key)
    const { body } = await sms.send({ to: [newPhone(), newPhone(), newPhone()], body: 'a'.repeat(161) })
    await sms.cancel(body.messages[2]?.id ?? 0)
    await filesClient(app, (await two.key('files')).key).file(Buffer.alloc(1500), 'a')
    const used = [3, 6, 1, 2, 31_676, 15_838, 15_838, 0] as const
    const { stdout } = await line.run('usage', 'export', '--month', '2026-03')
    expect(stdout).toBe(
      [
        'month,workspace_id,messages,segments,allowance,metered,charged_micros,reversed_micros,micros,storage_bytes',
        `2026-03,${one.workspaceId},${used.join(',')}`,
        `2026-03,${two.workspaceId},0,0,0,0,0,0,0,1500`,
        '',
      ].join('\n'),
    )
    const printed = await line.printed('usage', 'export', '--month', '2026-03')
    const [messages, segments, allowance, metered, charged, reversed, micros, bytes] = used
    expect(printed).toMatchObject({
      month: '2026-03',
      workspaces: [
        {
          workspace_id: one.workspaceId,
          messages,
          segments,
          allowance,
          metered,
          charged_micros: charged,
          reversed_micros: reversed,
          micros,
          storage_bytes: bytes,
        },
        { workspace_id: two.workspaceId, messages: 0, storage_bytes: 1500 },
      ],
    })
    const only = await line.printed('usage', 'export', '--month', '2026-03', '--workspace', two.workspaceId)
    expect(only['workspaces']).toMatchObject([{ workspace_id: two.workspaceId }])
    const before = await line.printed('usage', 'export', '--month', '2026-02')
    expect(before['workspaces']).toMatchObject([{ workspace_id: two.workspaceId, messages: 0 }])
  })

  test('refuses what is not a month, and a workspace that does not exist', async () => {
    for (const month of ['2026', '2026-13', '2026-3', '0000-01', '2026-03-01', 'March'])
      expect(await line.run('usage', 'export', '--month', month)).toMatchObject({
        exit: 2,
        stderr: expect.stringContaining('must be a month, like 2026-03.') as string,
      })
    expect(await line.refusal('usage', 'export', '--month', '2026-03', '--workspace', '987654')).toContain(
      'Workspace 987654 does not exist.',
    )
  })
})
