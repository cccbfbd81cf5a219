import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { anyPorts, bureau, run } from './server.ts'
import { placeInstallation } from './installation.ts'
import { freePort } from './free-port.ts'
import { isInstalled } from './programs.ts'
import { until } from './until.ts'

const root = mkdtempSync(join(tmpdir(), 'bureau-log-'))
const started: ChildProcess[] = []

afterEach(() => {
  for (const { pid } of started.splice(0)) {
    try {
      // Also what a shell that has ended left behind, as a reader that is stopped.
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
    } catch {
      // The group is gone.
    }
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A data directory for a server whose first run is not looked at. */
async function dataDirectory(name: string): Promise<string> {
  const path = join(root, name)
  mkdirSync(path, { mode: 0o700 })
  await placeInstallation(path)
  return path
}

/** A shell of its own process group, as a terminal makes one for each line. `$BUREAU` is the program. */
function shell(script: string, env: Record<string, string> = {}): ChildProcess {
  const child = spawn('bash', ['-c', script], {
    env: { ...process.env, ...anyPorts, BUREAU_LOG_LEVEL: 'info', BUREAU: bureau, ...env },
    stdio: 'ignore',
    detached: true,
  })
  started.push(child)
  return child
}

const stopMsMax = 30_000

/** Waits for the end of a process that was told to end; fails when it takes long. */
async function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode
  const [code] = (await once(child, 'exit', { signal: AbortSignal.timeout(stopMsMax) })) as [number | null]
  return code
}

const originsIn = (file: string): { files_origin_url: string } | undefined => {
  if (!existsSync(file)) return undefined
  const [first = ''] = readFileSync(file, 'utf8').split('\n')
  return first.includes('files_origin_url') ? (JSON.parse(first) as { files_origin_url: string }) : undefined
}

/** Waits until the server that writes its first line to `file` answers. */
async function filesOrigin(file: string): Promise<string> {
  const origins = await until(() => originsIn(file))
  return origins.files_origin_url
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const pidIn = (file: string): number => Number(readFileSync(file, 'utf8'))

/** Makes the server write some megabytes of log. */
async function askMuch(origin: string, requests = 12_000): Promise<void> {
  const path = `${origin}/api/v1/${'x'.repeat(200)}`
  for (let asked = 0; asked < requests; asked += 200) {
    await Promise.all(Array.from({ length: 200 }, async () => (await fetch(path)).arrayBuffer()))
  }
}

const droppedLines = async (metricsUrl: string): Promise<number> => {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text()
  return Number(/^\w*log_lines_dropped_total (\d+)$/m.exec(text)?.[1])
}

const operationsPort = await freePort()
const operations = { BUREAU_OPERATIONS_PORT: String(operationsPort) }
const metricsUrl = `http://127.0.0.1:${operationsPort}`

describe('a log that cannot be written', { timeout: 120_000 }, () => {
  test('of a pipe that is closed: the server answers, counts the lines and stops', async () => {
    const dataDir = await dataDirectory('closed')
    const script = `{ "$BUREAU" serve --json --data ${dataDir} 2>&1 >${dataDir}.out & echo $! >${dataDir}.pid; wait $!; echo $? >${dataDir}.code; } | true`
    shell(script, operations)
    const origin = await filesOrigin(`${dataDir}.out`)
    await askMuch(origin, 400)
    await until(async () => (await droppedLines(metricsUrl)) > 400)
    process.kill(pidIn(`${dataDir}.pid`), 'SIGTERM')
    await until(() => existsSync(`${dataDir}.code`))
    await until(() => readFileSync(`${dataDir}.code`, 'utf8') === '0\n')
  })

  test('of a pipe that nobody reads: the server answers and stops', async () => {
    const dataDir = await dataDirectory('stopped')
    const script = `"$BUREAU" serve --json --data ${dataDir} 2> >(echo $BASHPID >${dataDir}.reader; kill -STOP $BASHPID; cat >/dev/null) >${dataDir}.out & echo $! >${dataDir}.pid; wait $!; echo $? >${dataDir}.code`
    const child = shell(script)
    const origin = await filesOrigin(`${dataDir}.out`)
    await askMuch(origin, 2000)
    expect((await fetch(`${origin}/api/v1/health`)).status).toBe(200)
    process.kill(pidIn(`${dataDir}.pid`), 'SIGTERM')
    await endOf(child)
    expect(readFileSync(`${dataDir}.code`, 'utf8')).toBe('0\n')
  })

  const mountable = process.platform === 'linux' && process.getuid?.() === 0
  test.skipIf(!mountable)(
    'on a full disk: the server answers, counts the lines and stops (skipped without the right to mount)',
    async () => {
      const dataDir = await dataDirectory('full')
      const disk = join(root, 'disk')
      mkdirSync(disk)
      expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status).toBe(0)
      try {
        const script = `exec "$BUREAU" serve --json --data ${dataDir} 2>${disk}/log >${dataDir}.out`
        const child = shell(script, operations)
        const origin = await filesOrigin(`${dataDir}.out`)
        await askMuch(origin, 2000)
        await until(async () => (await droppedLines(metricsUrl)) > 100)
        expect((await fetch(`${origin}/api/v1/health`)).status).toBe(200)
        child.kill('SIGTERM')
        expect(await endOf(child)).toBe(0)
      } finally {
        spawnSync('umount', [disk])
      }
    },
  )

  test('of tee, which Ctrl-C ends as well: the server stops', async () => {
    const dataDir = await dataDirectory('tee')
    const script = `"$BUREAU" serve --data ${dataDir} 2>&1 | tee ${dataDir}.log`
    const child = shell(script)
    await until(
      () =>
        existsSync(`${dataDir}.log`) && readFileSync(`${dataDir}.log`, 'utf8').includes('Ctrl-C stops it'),
    )
    const server = Number(readFileSync(join(dataDir, 'server.pid'), 'utf8').split(' ')[0])
    process.kill(-(child.pid ?? 0), 'SIGINT')
    await until(() => !isRunning(server))
    expect(existsSync(join(dataDir, 'server.pid'))).toBe(false)
  })

  test('of a command whose output is closed does not hold it up', async () => {
    const dataDir = join(root, 'tee')
    const child = shell(`"$BUREAU" keys list --data ${dataDir} 2>&1 | true; exit "\${PIPESTATUS[0]}"`, {
      BUREAU_UNHEARD_OF: 'so that a warning is logged',
    })
    const [code] = (await once(child, 'exit', { signal: AbortSignal.timeout(stopMsMax) })) as [number]
    expect(code).toBe(0)
  })
})

// The one of macOS and BSD runs no command line.
const hasScript = process.platform === 'linux' && isInstalled('script')
describe.skipIf(!hasScript)('on a terminal (script of util-linux)', { timeout: 60_000 }, () => {
  test('log lines are readable, start and stop are said, and the first-run block comes last', async () => {
    const dataDir = join(root, 'terminal')
    const typescript = `${dataDir}.tty`
    const child = shell(`exec script -qfc '"$BUREAU" serve --data ${dataDir}' ${typescript} </dev/null`)
    const shown = () => (existsSync(typescript) ? readFileSync(typescript, 'utf8') : '')
    await until(() => /FILES_KEY" *\r?\n─+\r?\n/.test(shown()))
    const text = shown()
    expect(text).toMatch(/\d\d:\d\d:\d\d.*info .*Bureau is running\./)
    expect(text.indexOf('Bureau is running.')).toBeLessThan(
      text.indexOf('First run. These keys are shown once'),
    )
    expect(text).toMatch(/export SMS_KEY=bs_live_\w{38}/)
    expect(existsSync(join(dataDir, 'first-run.txt'))).toBe(false)
    process.kill(Number(readFileSync(join(dataDir, 'server.pid'), 'utf8').split(' ')[0]), 'SIGINT')
    await until(() => shown().includes('Bureau has stopped.'))
    expect(shown()).not.toContain('{"level"')
    await endOf(child)
  })

  test('that shows nothing, as after Ctrl-S, the server starts, answers and stops', async () => {
    const dataDir = await dataDirectory('paused')
    // `script` is the terminal: stopped, and full, it takes nothing more.
    const serve = `"$BUREAU" serve --data ${dataDir}; echo $? >${dataDir}.code`
    const paused = `kill -STOP $PPID; dd if=/dev/zero of=/dev/tty oflag=nonblock bs=64 count=100000 2>/dev/null; ${serve}`
    const port = await freePort()
    const health = `http://localhost:${port}/api/v1/health`
    shell(`exec script -qfc '${paused}' ${dataDir}.tty </dev/null`, { BUREAU_FILES_PORT: `${port}` })
    await until(() => existsSync(join(dataDir, 'control.sock')))
    const server = Number(readFileSync(join(dataDir, 'server.pid'), 'utf8').split(' ')[0])
    for (let second = 0; second < 3; second++) {
      expect((await fetch(health, { signal: AbortSignal.timeout(stopMsMax) })).status).toBe(200)
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
    process.kill(server, 'SIGINT')
    await until(() => existsSync(`${dataDir}.code`) && readFileSync(`${dataDir}.code`, 'utf8') === '0\n')
  })
})

describe('without a terminal', { timeout: 60_000 }, () => {
  test('keys are never printed but kept in a file for the own user, and log lines are JSON', async () => {
    const dataDir = join(root, "Ann's data")
    const child = shell(`exec "$BUREAU" serve --data "${dataDir}" >"${dataDir}.out" 2>"${dataDir}.err"`)
    const printed = () => (existsSync(`${dataDir}.out`) ? readFileSync(`${dataDir}.out`, 'utf8') : '')
    await until(() => printed().includes('First run.'))
    child.kill('SIGINT')
    expect(await endOf(child)).toBe(0)
    const file = join(dataDir, 'first-run.txt')
    expect(printed()).toContain(`First run. The keys are in ${file}`)
    const log = readFileSync(`${dataDir}.err`, 'utf8')
    expect(printed() + log).not.toMatch(/b[sf]_live_/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const commands = readFileSync(file, 'utf8')
    expect(commands).toMatch(/export FILES_KEY=bf_live_\w{38}/)
    // They can be pasted, whatever the directory is called.
    expect(commands).toContain(String.raw`--data '${root}/Ann'\''s data'`)
    const messages = log
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { msg: string }).msg)
    expect(messages).toContain('Bureau is running.')
    expect(messages.at(-1)).toBe('Bureau has stopped.')
  })
})

describe('an installation', { timeout: 60_000 }, () => {
  test('is made by serve only: a command in another folder says what to do and makes nothing', async () => {
    const nowhere = join(root, 'nowhere')
    const line = `bureau: No installation in ${nowhere}; start one with "bureau serve", or name its folder with --data or BUREAU_DATA.\n`
    expect(await run(['doctor', '--data', nowhere])).toEqual({ code: 1, stdout: '', stderr: line })
    expect(await run(['doctor'], { BUREAU_DATA: nowhere })).toMatchObject({ code: 1, stderr: line })
    const elsewhere = await run(['doctor', '--data', nowhere], { BUREAU_DATA: join(root, 'tee') })
    expect(elsewhere).toMatchObject({ code: 1, stderr: line })
    expect(existsSync(nowhere)).toBe(false)
  })

  test('is named by BUREAU_DATA as well', async () => {
    const { code, stdout } = await run(['plans', 'list', '--json'], { BUREAU_DATA: join(root, 'tee') })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ plans: [{ name: 'standard' }] })
  })

  test('is not started in a folder with other files', async () => {
    const folder = join(root, 'documents')
    mkdirSync(folder)
    writeFileSync(join(folder, 'thesis.doc'), '')
    const { code, stderr } = await run(['serve', '--data', folder], anyPorts)
    expect({ code, lines: stderr.split('\n').length }).toEqual({ code: 1, lines: 2 })
    expect(stderr).toContain('is not an installation and holds other files')
  })
})

describe('serve', { timeout: 120_000 }, () => {
  test('comes up while commands run one after the other, as a supervisor restarts it', async () => {
    const dataDir = join(root, 'tee')
    let over = false
    const loop = async () => {
      // One that a killed server was running fails, and says so.
      while (!over) await run(['plans', 'list', '--data', dataDir])
    }
    const commands = loop()
    for (let round = 0; round < 2; round++) {
      const out = `${dataDir}.restart-${round}`
      const child = shell(`exec "$BUREAU" serve --json --data ${dataDir} >${out} 2>${out}.err`)
      await filesOrigin(out)
      child.kill('SIGKILL')
      await once(child, 'exit')
      await new Promise((resolve) => setTimeout(resolve, 300 * round))
    }
    over = true
    await commands
  })
})
