import { Resolver as DnsResolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { monotonicMs } from '../clock.ts'
import { unlessAborted } from '../deadline.ts'

export interface Resolver {
  /** All addresses; empty if the name does not exist. Rejects if the lookup fails or `signal` aborts. */
  readonly resolve: (host: string, signal: AbortSignal) => Promise<readonly string[]>
}

export interface ResolverOptions {
  /** `address:port`. Default: the system's. */
  readonly servers?: readonly string[]
  readonly hostsFile?: string
}

/** Two tries, the second twice as long, within the time to connect. Node looks for late answers once per try. */
const firstTryMs = 600
const tries = 2

const rereadMs = 5_000

/** Queries name servers directly: a system lookup holds a thread, so dead name servers would block others. No search domains. */
export function openResolver({ servers, hostsFile = '/etc/hosts' }: ResolverOptions = {}): Resolver {
  const channel = reread(() => {
    const resolver = new DnsResolver({ timeout: firstTryMs, tries })
    if (servers) resolver.setServers(servers)
    return resolver
  })
  const hosts = reread(() => readHosts(hostsFile))

  async function addressesOf(host: string): Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host]
    const local = (await hosts()).get(host.replace(/\.$/, '').toLowerCase())
    return local ?? ask(channel(), host)
  }

  return { resolve: (host, signal) => unlessAborted(signal, addressesOf(host)) }
}

function reread<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value; readonly atMs: number } | undefined
  return () => {
    if (!made || monotonicMs() - made.atMs > rereadMs) made = { value: make(), atMs: monotonicMs() }
    return made.value
  }
}

const unknownName = new Set(['ENOTFOUND', 'ENODATA'])

async function ask(resolver: DnsResolver, host: string): Promise<readonly string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return addresses
  for (const answer of answers) {
    if (answer.status === 'fulfilled') continue
    const error: unknown = answer.reason
    if (!unknownName.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  return []
}

async function readHosts(path: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const hosts = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*$/, '').trim().split(/\s+/)
    if (isIP(address) === 0) continue
    for (const name of names.map((each) => each.toLowerCase()))
      hosts.set(name, [...(hosts.get(name) ?? []), address])
  }
  return hosts
}
