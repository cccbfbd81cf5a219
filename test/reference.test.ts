import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scopesOf } from '../src/identity/key/scopes.ts'
import { callServer } from '../src/cli/client.ts'
import { resolved, type Response } from '../src/api/openapi/document.ts'
import type { OriginName } from '../src/program/roles.ts'
import { targets, titleOf, type Target } from './contract-targets.ts'
import { isInstalled } from './programs.ts'
import { comparable, examplesOn, type ShownExample } from './reference-page.ts'
import { startServer, type Server } from './server.ts'

const programs = ['curl', 'jq'] as const
const missing = !programs.every(isInstalled)

describe('the reference', () => {
  test('has an example of every endpoint: declare `example`, see CONTRIBUTING.md', () => {
    const without = targets.filter(({ endpoint }) => endpoint.definition.example === undefined)
    expect(without.map(titleOf)).toEqual([])
  })

  test('shows an answer for each status that comes with JSON', () => {
    const without = targets.filter(({ document, operation }) =>
      Object.entries(operation.responses).some(([status, response]) => {
        const media = resolved<Response>(document, response).content?.['application/json']
        return status.startsWith('2') && media !== undefined && media.examples === undefined
      }),
    )
    expect(without.map(titleOf)).toEqual([])
  })
})

describe.skipIf(missing)(`with ${programs.join(' and ')}, the example of`, () => {
  let directory: string
  let dataDir: string
  let server: Server
  /** The id of the person whom examples call a member. */
  let memberId: string
  let secret: string
  const shown = new Map<OriginName, ReadonlyMap<string, ShownExample>>()

  /** A command of the operator, run by the server itself: a process for each would take minutes. */
  async function operate<Printed>(...words: readonly string[]): Promise<Printed> {
    const outcome = await callServer(dataDir, [...words, '--json'])
    if (outcome?.exit !== 0) throw new Error(`${words.join(' ')}: ${outcome?.stderr}`)
    return JSON.parse(outcome.stdout) as Printed
  }

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'bureau-reference-'))
    dataDir = join(directory, 'data')
    writeFileSync(join(directory, '.curlrc'), 'silent\nshow-error\nmax-time = 30\ndump-header = "headers"\n')
    // The host of webhooks in the examples; the machine may have no DNS.
    server = await startServer({ dataDir, env: { BUREAU_WEBHOOK_ALLOW_HOSTS: 'example.com' } })
    const number = ['--phone', '+12025550100', '--carrier', 'simulator', '--label', 'Simulator']
    const { id } = await operate<{ id: number }>('numbers', 'add', '--pool', ...number)
    // A message stays as it was sent until the example has looked at it.
    await operate('numbers', 'online', `${id}`, 'no')
    memberId = (await newUser('cy@example.com', 'Cy', 'Moss')).id
    secret = (await operate<{ secret: string }>('system-secret', 'show')).secret
    const { gateway_url, files_origin_url, sms_base_url } = server.urls
    const origins = { gateway: gateway_url, files: files_origin_url, sms: sms_base_url }
    for (const [name, url] of Object.entries(origins))
      shown.set(name as OriginName, examplesOn(await (await fetch(`${url}/docs`)).text()))
  })
  afterAll(async () => {
    await (server as Server | undefined)?.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  let people = 0

  async function newUser(email: string, firstName: string, lastName: string) {
    const words = ['--email', email, '--first-name', firstName, '--last-name', lastName]
    const { id, workspace_id } = await operate<{ id: number; workspace_id: number }>(
      'users',
      'create',
      ...words,
    )
    return { id: `${id}`, workspaceId: `${workspace_id}` }
  }

  /** An organization with one member. */
  async function newOrganization(owner: string): Promise<string> {
    const words = ['--owner', owner, '--name', 'Bakery']
    const { id } = await operate<{ id: number }>('workspaces', 'create', ...words)
    await operate('members', 'add', '--workspace', `${id}`, '--user', memberId, '--role', 'member')
    return `${id}`
  }

  interface Caller {
    readonly email: string
    /** What the commands take from readers. */
    readonly variables: Readonly<Record<string, string>>
  }

  /** A person as the first start of an installation creates one, with a key and, for calls about people, an organization. */
  async function newCaller({ name, endpoint }: Target, commands: string): Promise<Caller> {
    const email = `person${++people}@example.com`
    const { id, workspaceId } = await newUser(email, 'First', 'Person')
    if (name === 'provisioning') await operate('provisioning', 'approve', '--user', id)
    const isAboutPeople = (endpoint.original ?? endpoint).service.name === 'iam'
    const organization = isAboutPeople || name === 'provisioning' ? await newOrganization(id) : undefined
    const known: readonly string[] = scopesOf[name]
    const scopes = known.includes('*') ? '*' : known.join()
    const wanted = ['--service', name, '--scopes', scopes, '--name', 'First run']
    const owned = ['--user', id, '--workspace', organization ?? workspaceId]
    const { key } = await operate<{ key: string }>('keys', 'create', ...owned, ...wanted)
    if (commands.includes('/groups')) await dedicate(workspaceId)
    const given = organization === undefined ? {} : { ORG_ID: organization, MEMBER_ID: memberId }
    return { email, variables: { [`${name.toUpperCase()}_KEY`]: key, SMS_SECRET: secret, ...given } }
  }

  let dedicated: number | undefined

  /** Gives a workspace the number that groups of examples are on. */
  async function dedicate(workspaceId: string): Promise<void> {
    const owner = ['--workspace', workspaceId]
    if (dedicated !== undefined) return operate('numbers', 'assign', `${dedicated}`, ...owner)
    const number = ['--phone', '+12025550101', '--carrier', 'simulator']
    dedicated = (await operate<{ id: number }>('numbers', 'add', ...number, ...owner)).id
    await operate('numbers', 'online', `${dedicated}`, 'no')
  }

  /** Pastes commands into a new shell; the answer is that of the last call. */
  async function paste(commands: string, variables: Caller['variables']) {
    const cwd = mkdtempSync(join(directory, 'shell-'))
    const env = { ...process.env, CURL_HOME: directory, ...variables }
    const child = spawn('bash', ['-c', `${commands} > printed`], {
      cwd,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errors = ''
    child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()))
    await once(child, 'close')
    const read = (name: string) => (existsSync(join(cwd, name)) ? readFileSync(join(cwd, name), 'utf8') : '')
    const status = /^HTTP\/1\.1 (\d+)/.exec(read('headers').trim().split('\r\n\r\n').at(-1) ?? '')?.[1]
    return { errors, status: Number(status), printed: read('printed') }
  }

  /** What the page of its origin shows; the gateway has several services, whose names stand before the ids. */
  function shownOf({ origin, name, endpoint }: Target): ShownExample {
    const page = shown.get(origin)
    const example = page?.get(endpoint.id) ?? page?.get(`${name}.${endpoint.id}`)
    if (!example) throw new Error(`the page of ${origin} shows no example of ${endpoint.id}`)
    return example
  }

  const declared = targets.filter(({ endpoint }) => endpoint.definition.example)

  test.each(declared.map((target) => [titleOf(target), target] as const))(
    '%s works when pasted, and is answered as shown',
    async (_, target) => {
      const { commands, status, answer } = shownOf(target)
      const { email, variables } = await newCaller(target, commands)
      const { errors, status: real, printed } = await paste(commands, variables)
      expect([real, printed]).toEqual([status, printed])
      // One that tries again says so.
      if (!target.endpoint.definition.example?.retried) expect(errors).toBe('')
      if (answer === undefined) return
      expect(comparable(JSON.parse(printed.replaceAll(email, 'person@example.com')))).toEqual(
        comparable(answer),
      )
    },
    60_000,
  )
})
