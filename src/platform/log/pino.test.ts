import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { openLog } from './pino.ts'

const directory = mkdtempSync(join(tmpdir(), 'bureau-log-'))
afterAll(() => rmSync(directory, { recursive: true }))

type Line = Record<string, unknown>

function linesOf(file: string): Line[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Line)
}

describe('openLog', () => {
  test('writes JSON lines with the level by name and the time in ISO 8601', async () => {
    const file = join(directory, 'lines')
    const log = openLog({ level: 'info', destination: file })
    log.debug({}, 'not written')
    log.info({ count: 3 }, 'Three things.')
    await log.close()
    expect(linesOf(file)).toEqual([
      expect.objectContaining({
        level: 'info',
        count: 3,
        msg: 'Three things.',
        time: expect.stringMatching(/Z$/),
      }),
    ])
  })

  test('writes what it holds within a second or two, without being asked', async () => {
    const file = join(directory, 'later')
    openLog({ level: 'info', destination: file }).info({}, 'Held back.')
    await vi.waitFor(() => expect(linesOf(file)).toHaveLength(1), { timeout: 3000 })
  })

  test('keeps of a PostgreSQL error the names, and no value of the row', async () => {
    const file = join(directory, 'errors')
    const log = openLog({ level: 'info', destination: file })
    const err = Object.assign(new Error('invalid input syntax for type integer: "ada@example.com"'), {
      severity: 'ERROR',
      code: '22P02',
      detail: 'Key (email)=(ada@example.com) already exists.',
      where: "unnamed portal parameter $1 = 'ada@example.com'",
      constraint: 'user_email_taken',
      table: 'user',
      query: 'ada@example.com',
    })
    log.error({ err: new Error('Creating a user failed.', { cause: err }) }, 'A request failed.')
    await log.close()
    expect(readFileSync(file, 'utf8')).not.toContain('ada@')
    expect(linesOf(file)[0]).toMatchObject({
      level: 'error',
      err: {
        type: 'Error',
        message: 'Creating a user failed.',
        stack: expect.stringMatching(/^ {4}at /),
        cause: { code: '22P02', constraint: 'user_email_taken', table: 'user' },
      },
    })
  })

  test('copes with errors that are none', async () => {
    const file = join(directory, 'none')
    const log = openLog({ level: 'info', destination: file })
    log.error({ err: 'ada@example.com' }, 'A string was thrown.')
    await log.close()
    expect(linesOf(file)).toMatchObject([{ level: 'error', msg: 'A string was thrown.' }])
    expect(readFileSync(file, 'utf8')).not.toContain('ada@')
  })
})
