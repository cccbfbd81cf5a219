import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { anyPorts, command, removeData, run, startServer } from './server.ts'
import { until } from './until.ts'

const root = mkdtempSync(join(tmpdir(), 'bureau-demo-'))
afterAll(() => removeData(root))

const blobsIn = (dataDir: string): number =>
  readdirSync(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length

interface Listed {
  readonly items?: readonly object[]
}

const listed = async (dataDir: string, group: string): Promise<string> =>
  JSON.stringify(await command<Listed>(dataDir, group, 'list'))

describe('bureau serve --demo', { timeout: 120_000 }, () => {
  test('fills a new installation, starts again, and bureau demo remove removes everything, after a kill -9 as well', async () => {
    const dataDir = join(root, 'new')
    const first = await startServer({ dataDir, args: ['--demo'] })
    expect(await listed(dataDir, 'workspaces')).toContain('Fernwood Heating & Plumbing')
    // Thumbnails are made by jobs.
    await until(() => blobsIn(dataDir) === 48)
    const asked = await run(['demo', 'remove', '--data', dataDir])
    expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining('bureau demo remove --yes') })
    expect(asked.stderr).toContain('Nothing was added to it since it was filled.')
    expect(await first.stop()).toBe(0)

    const second = await startServer({ dataDir, args: ['--demo'] })
    const removal = run(['demo', 'remove', '--yes', '--data', dataDir])
    await until(() => blobsIn(dataDir) < 48)
    await second.kill()
    expect(await removal).toMatchObject({ code: 1 })

    const third = await startServer({ dataDir })
    expect(await command(dataDir, 'demo', 'remove', '--yes')).toEqual({
      removed: true,
      people: 11,
      workspaces: expect.any(Number) as number,
      ledger_kept: true,
    })
    expect(blobsIn(dataDir)).toBe(0)
    for (const group of ['users', 'workspaces', 'numbers', 'mail'])
      expect(await listed(dataDir, group)).not.toMatch(/Fernwood|Mercer|Reminders|whitfield/)
    expect(await command(dataDir, 'demo', 'remove', '--yes')).toMatchObject({ removed: false })
    expect(await third.stop()).toBe(0)
  })

  test('is refused on an installation with data, in one sentence', async () => {
    const dataDir = join(root, 'used')
    const server = await startServer({ dataDir })
    expect(await server.stop()).toBe(0)
    await command(
      dataDir,
      'users',
      'create',
      '--email',
      'ann@example.com',
      '--first-name',
      'Ann',
      '--last-name',
      'Lee',
    )
    await command(
      dataDir,
      'users',
      'create',
      '--email',
      'bo@example.com',
      '--first-name',
      'Bo',
      '--last-name',
      'Lee',
    )
    const { code, stderr } = await run(['serve', '--demo', '--data', dataDir], anyPorts)
    const said = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
    expect([code, said]).toEqual([1, [expect.stringMatching(/This installation has data.*--demo/)]])
    await until(() => !existsSync(join(dataDir, 'server.pid')))
    expect(await listed(dataDir, 'users')).not.toContain('Mercer')
  })
})
