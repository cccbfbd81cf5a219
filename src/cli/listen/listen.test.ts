import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { bureau } from '../../../test/server.ts'
import { until } from '../../../test/until.ts'
import { plainHost } from '../../platform/outgoing/hosts.testing.ts'
import { signatureOf } from '../../webhooks/delivery/message.ts'
import { callServer } from '../client.ts'
import { bareInstalled } from '../commands.testing.ts'
import { startControl, type Control } from '../control.ts'
import { runListen } from './listen.ts'

let app: TestApp
let control: Control
let dataDir: string
let workspace: string
beforeAll(async () => {
  app = await testApp()
  dataDir = mkdtempSync(join(tmpdir(), 'bureau-listen-'))
  control = await startControl({
    installed: bareInstalled(dataDir),
    context: app.context,
    log: app.context.log,
  })
  workspace = String((await app.tenant()).workspaceId)
})
afterAll(async () => {
  await control.close()
  await app.close()
  rmSync(dataDir, { recursive: true })
})

const trigger = async (event: string) => {
  const outcome = await callServer(dataDir, ['trigger', event, '--workspace', workspace])
  expect(outcome?.exit).toBe(0)
}

/** Listens while `work` runs, which gets the lines as they come. */
async function listening(options: readonly string[], work: (lines: readonly string[]) => Promise<void>) {
  const lines: string[] = []
  const stopped = new AbortController()
  const { signal } = stopped
  const print = (line: string) => void lines.push(line)
  const over = runListen(['--workspace', workspace, ...options], { dataDir, print, signal })
  await until(async () => lines.length > 0)
  await work(lines)
  stopped.abort()
  expect(await over).toBeUndefined()
}

const parsed = (line: string | undefined) => JSON.parse(line ?? '') as Record<string, unknown>

test('listen prints what happens from now on, as JSON lines with --json, only --events', async () => {
  await trigger('file.deleted')
  await listening(['--json', '--events', 'file.created,share.changed'], async (lines) => {
    await trigger('file.created')
    await trigger('file.moved')
    await trigger('share.changed')
    await until(async () => lines.length >= 3)
    expect(lines.slice(1).map((line) => parsed(line)['event'])).toEqual(['file.created', 'share.changed'])
    expect(parsed(lines[1])).toMatchObject({ workspace_id: Number(workspace), data: { type: 'file' } })
  })
})

test('listen forwards each event once, signed with the secret that it prints', async () => {
  const received: { headers: Record<string, unknown>; body: string }[] = []
  await using host = await plainHost((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body })
      response.writeHead(received.length === 1 ? 204 : 500).end()
    })
  })
  await listening(['--json', '--forward', `http://127.0.0.1:${host.port}/hooks`], async (lines) => {
    const secret = String(parsed(lines[0])['secret'])
    await trigger('file.created')
    await trigger('member.removed')
    await until(async () => lines.length >= 3)
    expect(lines.slice(1).map((line) => parsed(line)['forwarded'])).toEqual([
      { status: 204 },
      { status: 500 },
    ])
    const [first] = received
    const id = String(parsed(lines[1])['id'])
    expect(first?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'file.created',
      'x-service-delivery': id,
      'x-service-signature': signatureOf(secret, first?.body ?? ''),
    })
    expect(Object.keys(parsed(first?.body))).toEqual(['event', 'workspace_id', 'timestamp', 'data'])
  })
  expect(received).toHaveLength(2)
})

test('listen says for people what came of each event, also when nothing listens there', async () => {
  await listening(['--forward', 'http://127.0.0.1:9/'], async (lines) => {
    expect(lines[0]).toMatch(/signed with the secret [0-9a-f]{64}$/)
    await trigger('folder.created')
    await until(async () => lines.length >= 2)
    expect(lines[1]).toMatch(/folder\.created {2}#\d+ {2}The connection was refused or failed\.\n {2}\{/)
  })
})

test('listen ends with one line for a wrong line, an unknown workspace, and without a server', async () => {
  const run = (...argv: string[]) =>
    runListen(argv, { dataDir, print: () => undefined, signal: new AbortController().signal })
  expect(await run()).toMatchObject({
    exit: 2,
    stderr: expect.stringMatching('--workspace ID is missing') as string,
  })
  expect(await run('--workspace', workspace, '--forward', 'localhost')).toMatchObject({ exit: 2 })
  expect(await run('--workspace', '987654')).toMatchObject({ exit: 1 })
  expect(await run('--help')).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching('SYNOPSIS\n    bureau listen') as string,
  })
  const elsewhere = {
    dataDir: join(dataDir, 'none'),
    print: () => undefined,
    signal: new AbortController().signal,
  }
  expect(await runListen(['--workspace', workspace], elsewhere)).toMatchObject({
    exit: 1,
    stderr: expect.stringMatching('No server runs on') as string,
  })
})

test('bureau listen prints line by line, and ends when nobody reads them any more', async () => {
  const child = spawn(bureau, ['listen', '--workspace', workspace, '--json', '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  await trigger('file.renamed')
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  expect(parsed(line.toString())).toMatchObject({ event: 'file.renamed' })
  child.stdout.destroy()
  await until(async () => {
    await trigger('file.renamed')
    return child.exitCode !== null
  })
  expect(await ended).toEqual([0, null])
})
