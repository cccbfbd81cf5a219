import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { commandLine, type CommandLine } from '../../commands.testing.ts'
import { perform, prepare } from '../../execute.ts'

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
})
afterAll(() => line.close())

describe('doctor', () => {
  test('finds nothing wrong with a sound installation, and says so in words as well', async () => {
    const sound = { ...line.context, clock: systemClock }
    const readied = prepare(['doctor', '--json'])
    if ('outcome' in readied) throw new Error(readied.outcome.stderr)
    const { exit, stdout } = await perform(readied.prepared, sound)
    const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: { name: string; ok: boolean }[] }
    expect(checks.filter((check) => !check.ok)).toEqual([])
    expect({ exit, ok }).toEqual({ exit: 0, ok: true })
  })

  test('fails with code 1 and the reasons when something is wrong', async () => {
    const keyFile = join(line.context.dataDir, 'secret.key')
    writeFileSync(keyFile, 'x')
    chmodSync(keyFile, 0o644)
    const { exit, stdout, stderr } = await line.run('doctor', '--json')
    rmSync(keyFile)
    expect(exit).toBe(1)
    // The clock of the tests stands still, years from that of the database.
    expect(stderr).toMatch(/^bureau: 2 of \d+ checks failed: clock, key file\.\n$/)
    const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: unknown[] }
    expect(ok).toBe(false)
    expect(checks).toContainEqual({
      name: 'key file',
      ok: false,
      detail: expect.stringContaining('chmod 600'),
    })
  })
})
