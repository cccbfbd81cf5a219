import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asShown, examplesIn, looksLike, shownJson, type Example } from './docs-page.ts'
import { isInstalled } from './programs.ts'
import { command, startServer, type Server } from './server.ts'

const programs = ['curl', 'jq'] as const
const missing = !programs.every(isInstalled)

const root = join(import.meta.dirname, '..')

/** The tour goes first, because it uses ids of a fresh installation. */
const pages: readonly { readonly path: string; readonly section?: string }[] = [
  { path: 'README.md', section: 'Five-minute tour' },
  ...globSync('docs/api/*.md', { cwd: root })
    .toSorted()
    .map((path) => ({ path })),
]

/** curl as the pages use it; it writes the headers of each answer to a file. */
const curlSettings = (headers: string): string =>
  ['silent', 'show-error', 'max-time = 30', `dump-header = "${headers}"`].join('\n')

describe.skipIf(missing)(`with ${programs.join(' ')}`, () => {
  let directory: string
  let dataDir: string
  let server: Server

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'bureau-docs-'))
    dataDir = join(directory, 'data')
    mkdirSync(join(directory, 'bin'))
    symlinkSync(join(root, 'bin/bureau'), join(directory, 'bin/bureau'))
    copyFileSync(join(root, 'README.md'), join(directory, 'README.md'))
    writeFileSync(join(directory, '.curlrc'), curlSettings(join(directory, 'headers')))
    // The host of webhooks in the examples; the machine may have no DNS.
    server = await startServer({ dataDir, env: { BUREAU_WEBHOOK_ALLOW_HOSTS: 'example.com' } })
    const number = ['--phone', '+12025550100', '--carrier', 'simulator', '--label', 'Simulator']
    await command(dataDir, 'numbers', 'add', '--pool', ...number)
  })
  afterAll(async () => {
    await (server as Server | undefined)?.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  /** What the first start of an installation creates: a person with a key for each API. */
  async function newPerson(name: string): Promise<{ id: number; smsKey: string; filesKey: string }> {
    const person = ['--email', `${name}@example.com`, '--first-name', 'First', '--last-name', 'Person']
    const user = await command<{ id: number; workspace_id: number }>(dataDir, 'users', 'create', ...person)
    const newKey = async (service: string, scopes: string) => {
      const owned = ['--user', `${user.id}`, '--workspace', `${user.workspace_id}`]
      const wanted = ['--service', service, '--scopes', scopes]
      return (await command<{ key: string }>(dataDir, 'keys', 'create', ...owned, ...wanted)).key
    }
    const smsKey = await newKey('sms', 'messages:send,messages:read,numbers:read,groups:read,groups:write')
    return { id: user.id, smsKey, filesKey: await newKey('files', '*') }
  }

  /** Runs a page as one script, so that a variable of one example exists in the next. */
  async function runPage(path: string, examples: readonly Example[]): Promise<void> {
    const { id, smsKey, filesKey } = await newPerson(basename(path, '.md'))
    const { gateway_url, files_origin_url, sms_base_url } = server.urls
    const places = {
      'http://localhost:8080': gateway_url,
      'http://localhost:8081': files_origin_url,
      'http://localhost:8082': sms_base_url,
      'bs_live_…': smsKey,
      'bf_live_…': filesKey,
    }
    const steps = examples.map(({ script }, index) => {
      const real = Object.entries(places).reduce(
        (text, [shown, meant]) => text.replaceAll(shown, meant),
        script,
      )
      const answer = `answers/${index}`
      return (
        `{\n${real}\n} > ${answer}.out 2> ${answer}.err; echo $? > ${answer}.code\n` +
        `[ -e headers ] && mv headers ${answer}.headers`
      )
    })
    rmSync(join(directory, 'answers'), { recursive: true, force: true })
    mkdirSync(join(directory, 'answers'))
    const env = {
      ...process.env,
      CURL_HOME: directory,
      FILES_API: `${gateway_url}/v1/files`,
      SMS_API: `${sms_base_url}/api/v1`,
      FILES_KEY: filesKey,
      SMS_KEY: smsKey,
      USER_ID: `${id}`,
    }
    const script = ['set -o pipefail', ...steps].join('\n')
    await once(spawn('bash', ['-c', script], { cwd: directory, env, stdio: 'ignore' }), 'close')
  }

  const answerOf = (index: number, kind: 'code' | 'out' | 'err' | 'headers'): string => {
    const path = join(directory, 'answers', `${index}.${kind}`)
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  }

  describe.each(pages)('$path answers as shown:', ({ path, section }) => {
    const examples = examplesIn(path, section)
    beforeAll(() => runPage(path, examples), 180_000)

    test.each(examples.map((example, index) => ({ ...example, index })))(
      '$place',
      ({ answer, output, index }) => {
        expect({ code: answerOf(index, 'code'), err: answerOf(index, 'err') }).toEqual({
          code: '0\n',
          err: '',
        })
        const printed = answerOf(index, 'out')
        if (output !== undefined) expect(looksLike(printed, output) ? output : printed).toBe(output)
        if (!answer) return
        // After a redirect or a 100 Continue there are several blocks of headers.
        const head = answerOf(index, 'headers').trim().split('\r\n\r\n').at(-1)?.split('\r\n') ?? []
        expect(head[0]).toBe(answer.status)
        const isThere = (shown: string) =>
          head.some((real) => looksLike(real.toLowerCase(), shown.toLowerCase()))
        expect(answer.headers.filter((shown) => !isThere(shown))).toEqual([])
        if (answer.body === '') return
        const shown = shownJson(answer.body)
        expect(asShown(JSON.parse(printed), shown)).toEqual(shown)
      },
    )
  })
})
