import { Resolver as DnsResolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { monotonicMs } from '../clock.ts'
import { unlessAborted } from '../deadline.ts'

/** DNS. */
export interface Resolver {
  /**
   * All addresses of a host name; none when the name does not exist. Rejects when the lookup fails, and with the reason
   * of `signal` once that aborts.
   */
  readonly resolve: (host: string, signal: AbortSignal) => Promise<readonly string[]>
}

export interface ResolverOptions {
  /** Name servers as `address:port`, instead of those of the system. */
  readonly servers?: readonly string[]
  /** Names that are known without DNS. */
  readonly hostsFile?: string
}

/**
 * A question is asked twice, the second time for twice as long: less in all than an attempt to connect may take, although Node
 * looks for late answers once in that time only, so that a try may take one look more.
 */
const firstTryMs = 600
const tries = 2

/** How long the name servers of the system and its file of hosts are taken for unchanged. */
const rereadMs = 5_000

/**
 * Asks name servers itself. The lookup of the system would hold a thread for each question, so that a few domains with dead name
 * servers could hold up every other one. Names in the system's file of hosts go first; its search domains are not used.
 */
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

/** What `make` made, for some seconds. */
function reread<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value; readonly atMs: number } | undefined
  return () => {
    if (!made || monotonicMs() - made.atMs > rereadMs) made = { value: make(), atMs: monotonicMs() }
    return made.value
  }
}

const unknownName = new Set(['ENOTFOUND', 'ENODATA'])

/** Both families. One that cannot be asked is left out when the other one has an answer. */
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

/** Name in lower case → its addresses. A machine without the file knows none. */
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
