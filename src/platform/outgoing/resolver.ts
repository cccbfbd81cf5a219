import { lookup } from 'node:dns/promises'
import { unlessAborted } from '../deadline.ts'

/** DNS. */
export interface Resolver {
  /**
   * All addresses of a host name; none when the name does not exist. Rejects when the lookup fails, and with the reason
   * of `signal` once that aborts.
   */
  readonly resolve: (host: string, signal: AbortSignal) => Promise<readonly string[]>
}

const unknownName = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Asks as every program of the machine does, `/etc/hosts` included. A question cannot be called back, it is only waited
 * for no longer; Node lets questions have half of its threads at most, so that slow ones never hold files up.
 */
export const systemResolver: Resolver = {
  resolve: (host, signal) => unlessAborted(signal, addressesOf(host)),
}

async function addressesOf(host: string): Promise<readonly string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch (error) {
    if (unknownName.has((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
