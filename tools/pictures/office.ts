import { command } from '../../test/server.ts'
import { addFiles, type Album } from './office-files.ts'

const people = [
  ['Grace', 'Hopper', 'admin'],
  ['Katherine', 'Johnson', 'admin'],
  ['Alan', 'Turing', 'member'],
  ['Hedy', 'Lamarr', 'member'],
  ['Tim', 'Berners-Lee', 'member'],
  ['Radia', 'Perlman', 'member'],
  ['Edsger', 'Dijkstra', 'member'],
] as const

const keys = [
  ['Website uploads', 'files', ['files:read', 'files:write']],
  ['Nightly reports', 'files', ['files:read']],
  ['Appointment reminders', 'sms', ['messages:send']],
  ['Support inbox', 'sms', ['messages:send', 'messages:read']],
  ['Staff directory', 'iam', ['iam:read']],
] as const

export const webhooks = [
  ['Search index', 'https://search.example.com/bureau', ['file.created', 'file.deleted']],
  ['Accounting', 'https://books.example.com/hooks/bureau', ['file.created']],
  ['Audit trail', 'https://audit.example.com/in', ['*']],
] as const

interface Answered {
  readonly data: unknown
  readonly cookie: string
}

export type Call = (path: string, body: object | FormData) => Promise<Answered>

function caller(origin: string, cookie?: string): Call {
  return async (path, body) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${origin}/console/v1${path}`, {
      method: 'POST',
      headers: {
        Origin: origin,
        ...(!isForm && { 'Content-Type': 'application/json' }),
        ...(cookie !== undefined && { Cookie: cookie }),
      },
      body: isForm ? body : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    const { data } = (await response.json()) as Pick<Answered, 'data'>
    return { data, cookie: response.headers.get('Set-Cookie')?.split(';', 1)[0] ?? '' }
  }
}

interface Office {
  /** Of the operator, who owns the organization. */
  readonly cookie: string
  readonly workspace: number
  readonly album: Album
}

/** An organization that has been used for a while. */
export async function makeOffice(dataDir: string, origin: string): Promise<Office> {
  const run = <Printed>(...words: readonly string[]) => command<Printed>(dataDir, ...words)
  const number = ['--phone', '+12025550100', '--carrier', 'simulator', '--label', 'Front desk']
  await run('numbers', 'add', '--pool', ...number)
  const { url } = await run<{ url: string }>('setup-link')
  const { data, cookie } = await caller(origin)('/setup', {
    token: new URL(url).hash.slice(1),
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    password: 'three calm otters',
  })
  const owner = ['--owner', `${(data as { user_id: number }).user_id}`]
  const { id } = await run<{ id: number }>('workspaces', 'create', '--name', 'Analytical Engines', ...owner)
  for (const [first, last, role] of people) {
    const names = [
      '--first-name',
      first,
      '--last-name',
      last,
      '--email',
      `${first.toLowerCase()}@example.com`,
    ]
    const user = await run<{ id: number }>('users', 'create', ...names)
    await run('members', 'add', '--workspace', `${id}`, '--user', `${user.id}`, '--role', role)
  }
  const call = caller(origin, cookie)
  const below = `/workspaces/${id}`
  for (const [name, service, scopes] of keys) await call(`${below}/keys`, { name, service, scopes })
  const album = await addFiles(call, below)
  await call(`${below}/sms/messages`, { to: '+12025550123', body: 'Your engine is ready.' })
  for (const [name, address, events] of webhooks)
    await call(`${below}/files/webhooks`, { name, url: address, events })
  return { cookie, workspace: id, album }
}
