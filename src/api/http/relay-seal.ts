import { createHmac, timingSafeEqual } from 'node:crypto'

export const relayHeader = 'bureau-relay'

/** Lets processes of one installation tell each other the client's address of a relayed request. */
export interface RelaySeal {
  readonly state: (address: string) => string
  /** Undefined when no process of this installation wrote the header. */
  readonly read: (header: unknown) => string | undefined
}

/** All processes share `secret`, which is never sent. */
export function openRelaySeal(secret: string): RelaySeal {
  const key = createHmac('sha256', secret).update('relay').digest()
  const sign = (address: string) => createHmac('sha256', key).update(address).digest()
  return {
    state: (address) => `${address} ${sign(address).toString('base64url')}`,
    read(header) {
      if (typeof header !== 'string') return undefined
      const [address = '', signature = ''] = header.split(' ', 2)
      const given = Buffer.from(signature, 'base64url')
      const expected = sign(address)
      return given.length === expected.length && timingSafeEqual(given, expected) ? address : undefined
    },
  }
}
