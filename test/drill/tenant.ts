import { callServer } from '../../src/cli/client.ts'
import type { Keys } from './client.ts'

/** The object that a command prints with `--json`. Runs in the server, without a process for each. */
export async function command<Printed>(dataDir: string, ...words: readonly string[]): Promise<Printed> {
  const outcome = await callServer(dataDir, [...words, '--json'])
  if (outcome?.exit !== 0) throw new Error(`bureau ${words.join(' ')}: ${outcome?.stderr ?? 'no server'}`)
  return JSON.parse(outcome.stdout) as Printed
}

export interface Tenant {
  readonly workspaceId: number
  readonly keys: Keys
}

interface Created {
  readonly id: number
  readonly key: string
}

const scopes = {
  files: '*',
  sms: 'messages:send,messages:read,numbers:read,groups:read',
  iam: 'iam:read',
} as const

interface KeysWanted {
  readonly userId: number
  readonly workspaceId: number
  /** The number that its texts are sent from. */
  readonly numberId?: number
}

/** A key for each API that the organization can use. */
export async function keysOf(dataDir: string, { userId, workspaceId, numberId }: KeysWanted): Promise<Keys> {
  const create = async (service: keyof typeof scopes): Promise<string> => {
    const owned = ['--user', `${userId}`, '--workspace', `${workspaceId}`, '--per-minute', '1000000']
    const number = numberId === undefined ? [] : ['--number', `${numberId}`]
    const own = service === 'sms' ? number : ['--per-day', '10000000']
    const wanted = ['--service', service, '--scopes', scopes[service]]
    return (await command<Created>(dataDir, 'keys', 'create', ...wanted, ...owned, ...own)).key
  }
  return { files: await create('files'), sms: await create('sms'), iam: await create('iam') }
}

async function addPerson(dataDir: string, name: string): Promise<number> {
  const words = ['--email', `${name}@example.com`, '--first-name', name, '--last-name', 'Drill']
  const { id } = await command<Created>(dataDir, 'users', 'create', ...words)
  await command(dataDir, 'plans', 'set', '--user', `${id}`, '--sms-daily', '100000')
  return id
}

/** An organization with a second member, a simulated number, a text that it received, and keys. */
export async function addTenant(dataDir: string, name: string, phone: string): Promise<Tenant> {
  const owner = await addPerson(dataDir, `${name}-owner`)
  const { id: workspaceId } = await command<Created>(
    dataDir,
    'workspaces',
    'create',
    '--owner',
    `${owner}`,
    '--name',
    name,
  )
  const workspace = ['--workspace', `${workspaceId}`]
  const member = await addPerson(dataDir, `${name}-member`)
  await command(dataDir, 'members', 'add', ...workspace, '--user', `${member}`, '--role', 'admin')
  const simulator = ['--carrier', 'simulator', '--phone', phone]
  const number = await command<Created>(dataDir, 'numbers', 'add', ...simulator, ...workspace)
  const text = ['--from', '+12025550199', '--body', `A reply to ${name}`]
  await command(dataDir, 'sim', 'inbound', '--number', `${number.id}`, ...text)
  return { workspaceId, keys: await keysOf(dataDir, { userId: owner, workspaceId, numberId: number.id }) }
}
