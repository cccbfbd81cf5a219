import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/harness.ts'
import { isInstalled } from '../../test/programs.ts'
import { bureau } from '../../test/server.ts'
import { until } from '../../test/until.ts'
import type { Progress } from '../platform/progress.ts'
import { callServer } from './client.ts'
import { type CommandContext, defineCommand } from './command.ts'
import { bareInstalled } from './commands.testing.ts'
import { controlSocketOf } from './control-path.ts'
import { type Control, startControl } from './control.ts'
import { prepare } from './execute.ts'
import { failed, printed } from './outcome.ts'

let app: TestApp
let dataDir: string
let control: Control
/** Of the long commands that run. */
let contexts: CommandContext[]
let ends: PromiseWithResolvers<void>
let cleanedUp: number

const work = defineCommand({
  words: ['work'],
  summary: 'Work until the test says it is enough',
  long: true,
  interrupted: 'No half of it was kept.',
  options: { stubborn: { value: 'flag', description: 'do not stop when interrupted' } },
  example: 'bureau work',
  async run(context, { stubborn }) {
    contexts.push(context)
    const interrupted = Promise.withResolvers<never>()
    const { signal } = context
    if (!stubborn) signal.addEventListener('abort', () => interrupted.reject(signal.reason))
    try {
      await Promise.race([ends.promise, interrupted.promise])
    } finally {
      cleanedUp += 1
    }
    return { cwd: context.cwd }
  },
  print: ({ cwd }) => `Worked in ${cwd}.`,
})

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  contexts = []
  cleanedUp = 0
  ends = Promise.withResolvers()
  dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'bureau-long-')))
  control = await startControl({
    installed: bareInstalled(dataDir),
    context: app.context,
    log: app.context.log,
    prepare(argv) {
      if (argv[0] !== 'work') return prepare(argv)
      const prepared = work.prepare(argv.slice(1).filter((word) => word !== '--data' && word !== dataDir))
      return prepared === 'help' ? { outcome: failed(2, 'no help') } : { prepared }
    },
  })
})
afterEach(async () => {
  ends.resolve()
  await control.close()
  rmSync(dataDir, { recursive: true, force: true })
})

function invocation(reported: Progress[] = []) {
  const interrupts = new AbortController()
  return {
    cwd: '/somewhere',
    progress: (progress: Progress) => void reported.push(progress),
    takeInterrupts: () => interrupts.signal,
    interrupt: () => interrupts.abort(),
  }
}

const running = (count: number) => until(() => contexts.length === count)

describe('a long command', () => {
  test('runs in the server with the directory of the caller, and its progress arrives, the last one always', async () => {
    const reported: Progress[] = []
    const outcome = callServer(dataDir, ['work'], invocation(reported))
    await running(1)
    const startedMs = performance.now()
    let done = 0
    await until(() => {
      for (let times = 0; times < 1000; times++)
        contexts[0]?.progress({ step: 'Copying', done: (done += 1), total: 1e9, unit: 'bytes' })
      return reported.length >= 3
    })
    const elapsedMs = performance.now() - startedMs
    contexts[0]?.progress({ step: 'Copying', done: 1e9, total: 1e9, unit: 'bytes' })
    ends.resolve()
    expect(await outcome).toEqual({ exit: 0, stdout: 'Worked in /somewhere.\n', stderr: '' })
    expect(reported.at(-1)).toEqual({ step: 'Copying', done: 1e9, total: 1e9, unit: 'bytes' })
    expect(reported.length).toBeLessThanOrEqual(elapsedMs / 100 + 3)
  })

  test('lets the client know that the server is alive while it reports nothing', async () => {
    const socket = createConnection(controlSocketOf(dataDir))
    const answer = text(socket)
    let received = ''
    socket.on('data', (piece: Buffer) => (received += piece.toString()))
    socket.write(`${JSON.stringify({ argv: ['work'], cwd: '/', lines: true })}\n`)
    await until(() => received.includes('{"alive":true}\n'))
    ends.resolve()
    expect((await answer).split('\n').at(-2)).toContain('"exit":0')
  })

  test('cleans up when the caller interrupts it, and says with code 130 what remains', async () => {
    const caller = invocation()
    const outcome = callServer(dataDir, ['work'], caller)
    await running(1)
    caller.interrupt()
    expect(await outcome).toEqual({
      exit: 130,
      stdout: '',
      stderr: 'bureau: Interrupted. No half of it was kept.\n',
    })
    expect(cleanedUp).toBe(1)
  })

  test('that ends well although it was interrupted is done', async () => {
    const caller = invocation()
    const outcome = callServer(dataDir, ['work', '--stubborn'], caller)
    await running(1)
    caller.interrupt()
    await until(() => contexts[0]?.signal.aborted)
    ends.resolve()
    expect(await outcome).toMatchObject({ exit: 0 })
  })

  test('cleans up before the server has stopped', async () => {
    const outcome = callServer(dataDir, ['work'], invocation())
    await running(1)
    await control.close()
    expect(cleanedUp).toBe(1)
    expect(await outcome).toEqual({
      exit: 1,
      stdout: '',
      stderr: 'bureau: The server stopped before the command was done. No half of it was kept.\n',
    })
  })

  test('is the third at most: the next one says which run, and short ones still do', async () => {
    const both = [0, 1].map(() => callServer(dataDir, ['work'], invocation()))
    await running(2)
    expect(await callServer(dataDir, ['work'], invocation())).toEqual({
      exit: 1,
      stdout: '',
      stderr: 'bureau: 2 long commands are running already (work, work). Try again when one has ended.\n',
    })
    const short = Array.from({ length: 8 }, () => callServer(dataDir, ['numbers', 'list']))
    for (const outcome of await Promise.all(short)) expect(outcome).toMatchObject({ exit: 0 })
    ends.resolve()
    for (const outcome of await Promise.all(both)) expect(outcome).toMatchObject({ exit: 0 })
    expect(await callServer(dataDir, ['work'], invocation())).toMatchObject({ exit: 0 })
  })
})

describe('bureau', () => {
  const start = (...options: readonly string[]) => {
    const child = spawn(bureau, ['work', ...options, '--data', dataDir], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
    return { child, closed, stdout: text(child.stdout), stderr: text(child.stderr) }
  }

  test('prints nothing but the result when standard error is no terminal', async () => {
    const { closed, stdout, stderr } = start()
    await running(1)
    contexts[0]?.progress({ step: 'Copying', done: 1, total: 2, unit: 'items' })
    ends.resolve()
    expect(await closed).toEqual([0, null])
    expect([await stdout, await stderr]).toEqual([`Worked in ${process.cwd()}.\n`, ''])
  })

  test.skipIf(!isInstalled('script'))(
    'shows the progress on a terminal, in one line that is gone before the result',
    async () => {
      const json = join(dataDir, 'result.json')
      const work = `TERM=xterm LC_ALL=C.UTF-8 NO_COLOR=1 ${bureau} work --data ${dataDir}`
      const line = `${work} --json > ${json}; ${work}`
      const child = spawn('script', ['-qec', line, '/dev/null'], { stdio: ['ignore', 'pipe', 'inherit'] })
      let shown = ''
      child.stdout.on('data', (piece: Buffer) => (shown += piece.toString()))
      const closed = once(child, 'close')
      for (const [index, step] of ['Copying', 'Packing'].entries()) {
        await running(index + 1)
        contexts[index]?.progress({ step, done: 1, total: 2, unit: 'items' })
        await until(() => shown.includes(`${step}  █`))
        ends.resolve()
        ends = Promise.withResolvers()
      }
      await closed
      expect(shown).toContain('50%  1 of 2')
      expect(shown.endsWith(`\r\u001B[KWorked in ${process.cwd()}.\r\n`)).toBe(true)
      expect(shown.replaceAll('\u001B[K', '')).not.toContain('\u001B')
      expect(JSON.parse(readFileSync(json, 'utf8'))).toEqual({ cwd: process.cwd() })
    },
  )

  test('interrupts the command on Ctrl-C and waits for it', async () => {
    const { child, closed, stderr } = start()
    await running(1)
    child.kill('SIGINT')
    expect(await closed).toEqual([130, null])
    expect(await stderr).toBe('bureau: Interrupted. No half of it was kept.\n')
    expect(cleanedUp).toBe(1)
  })

  test('does not wait after a second Ctrl-C', async () => {
    const { child, closed } = start('--stubborn')
    await running(1)
    child.kill('SIGINT')
    await until(() => contexts[0]?.signal.aborted)
    child.kill('SIGINT')
    expect(await closed).toEqual([130, null])
    expect(cleanedUp).toBe(0)
  })

  test('interrupts the command when it is killed', async () => {
    const { child, closed } = start()
    await running(1)
    child.kill('SIGKILL')
    await closed
    await until(() => cleanedUp === 1)
  })
})

describe('after an upgrade without a restart', () => {
  test('an older client is told that it is older, and may still run short commands', async () => {
    const ask = async (argv: readonly string[]) => {
      const socket = createConnection(controlSocketOf(dataDir))
      socket.end(`${JSON.stringify({ argv })}\n`)
      return JSON.parse(await text(socket)) as unknown
    }
    expect(await ask(['numbers', 'list', '--json'])).toMatchObject({ exit: 0, stdout: '{"numbers":[]}\n' })
    expect(await ask(['work'])).toMatchObject({
      exit: 1,
      stderr:
        'bureau: "work" needs the version of Bureau that the server runs, and this one is older. Run the newer one.\n',
    })
  })

  test('an older server that does not know a command is named as older', async () => {
    await control.close()
    const answers = [failed(2, 'Unknown command "work". See: bureau --help'), printed('fine\n')]
    const older = createServer({ allowHalfOpen: true }, (socket) => {
      socket.once('data', () => socket.end(JSON.stringify(answers.shift())))
    }).listen(controlSocketOf(dataDir))
    await once(older, 'listening')
    expect(await callServer(dataDir, ['work'], invocation())).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(
        /^bureau: Unknown command "work".*\nbureau: The server runs an older version of Bureau, and this is Bureau [\d.]+\. Restart the server to run this version's commands\.\n$/,
      ) as string,
    })
    expect(await callServer(dataDir, ['numbers', 'list'], invocation())).toEqual(printed('fine\n'))
    older.close()
  })
})
