import { timingSafeEqual } from 'node:crypto'
import type { Vault } from '../../platform/secrets/vault.ts'

export const relayHeader = 'bureau-relay'

/** Lets processes of one installation tell each other the client's address of a relayed request. */
export interface RelaySeal {
  readonly state: (address: string) => string
  /** Undefined when no process of this installation wrote the header. */
  readonly read: (header: unknown) => string | undefined
}

const purpose = 'relay'

/** All processes have the same keys. During a rotation, one may still use an older key than the other. */
export function openRelaySeal(vault: Pick<Vault, 'mark' | 'marks'>): RelaySeal {
  return {
    state: (address) => `${address} ${vault.mark(address, purpose)}`,
    read(header) {
      if (typeof header !== 'string') return undefined
      const [address = '', signature = ''] = header.split(' ', 2)
      const given = Buffer.from(signature)
      const isOurs = vault
        .marks(address, purpose)
        .map((mark) => given.length === mark.length && timingSafeEqual(given, Buffer.from(mark)))
        .includes(true)
      return isOurs ? address : undefined
    },
  }
}
