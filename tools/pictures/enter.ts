import { command } from '../../test/server.ts'

export interface Entered {
  /** Of the operator, who is an admin of the demo. */
  readonly cookie: { readonly name: string; readonly value: string; readonly url: string }
  readonly workspace: number
  readonly album: string
  /** Of a number with an offline spell. */
  readonly number: number
}

interface Listed {
  readonly id: number
  readonly type: string
}

interface ListedNumber {
  readonly id: number
  readonly label: string
}

interface Item {
  readonly id: string
  readonly name: string
}

/** Completes the setup of an installation with demo data. */
export async function enter(dataDir: string, origin: string): Promise<Entered> {
  const run = <Printed>(...words: readonly string[]) => command<Printed>(dataDir, ...words)
  const { url } = await run<{ url: string }>('setup-link')
  const response = await fetch(`${origin}/console/v1/setup`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      token: new URL(url).hash.slice(1),
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Lovelace',
      password: 'three calm otters',
    }),
  })
  if (!response.ok) throw new Error(`The setup failed: ${await response.text()}`)
  const [name = '', value = ''] =
    (response.headers.get('Set-Cookie') ?? '').split(';', 1)[0]?.split('=', 2) ?? []
  const { workspaces } = await run<{ workspaces: readonly Listed[] }>('workspaces', 'list')
  const workspace = workspaces.find(({ type }) => type === 'org')?.id ?? 0
  // Room for the uploads that are shown.
  await run('workspaces', 'quota', `${workspace}`, '10737418240')
  const below = `${origin}/console/v1/workspaces/${workspace}`
  const found = await fetch(`${below}/shares`, { headers: { Cookie: `${name}=${value}` } })
  const { data } = (await found.json()) as { data: readonly Item[] }
  const album = data.find((item) => item.name === 'Autumn outing')?.id
  if (album === undefined) throw new Error('The demo has no album.')
  const { numbers } = await run<{ numbers: readonly ListedNumber[] }>('numbers', 'list')
  const number = numbers.find(({ label }) => label === 'After hours')?.id
  if (number === undefined) throw new Error('The demo has no such number.')
  return { cookie: { name, value, url: origin }, workspace, album, number }
}
