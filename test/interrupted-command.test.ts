import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeInstallation } from './installation.ts'
import { bureau, run } from './server.ts'
import { until } from './until.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'bureau-interrupted-'))
  await placeInstallation(dataDir)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('a long command without a server', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'cleans up after %s, says what remains, and leaves the installation to the next command',
    async (signal) => {
      const child = spawn(bureau, ['demo', 'remove', '--yes', '--data', dataDir], {
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      const closed = once(child, 'close')
      const stderr = text(child.stderr)
      // It holds the installation, and now starts PostgreSQL.
      const holder = join(dataDir, 'server.pid')
      await until(() => existsSync(holder) && readFileSync(holder, 'utf8').startsWith(`${child.pid} `))
      child.kill(signal)
      expect(await closed).toEqual([130, null])
      expect(await stderr).toBe(
        'bureau: Interrupted. A part of the demo data is gone. Run the command again to remove the rest.\n',
      )
      expect(existsSync(holder)).toBe(false)
    },
  )

  test('runs to its end otherwise', async () => {
    expect(await run(['demo', 'remove', '--yes', '--data', dataDir])).toEqual({
      code: 0,
      stdout: 'This installation has no demo data.\n',
      stderr: '',
    })
  })
})
