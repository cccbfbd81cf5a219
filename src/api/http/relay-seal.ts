import { createHmac, timingSafeEqual } from 'node:crypto'

/** The header in which a relaying gateway states its client's address. */
export const relayHeader = 'bureau-relay'

/** Lets processes of one installation, and only these, tell each other for whom they relay a request. */
export interface RelaySeal {
  /** The value of the header for a client at this address. */
  readonly state: (address: string) => string
  /** The address that the header states; undefined when no process of this installation wrote it. */
  readonly read: (header: unknown) => string | undefined
}

/** `secret` is shared by all processes of the installation and is never sent. */
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
