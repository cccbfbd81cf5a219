import type { CallerKind, Requirement } from '../../api/caller.ts'
import { Refused, type Gate } from '../../api/gate.ts'
import type { PrincipalOf } from '../principal.ts'

// All that a new kind of caller is, for callers.test.ts: what it is called and refused for, what an endpoint says to
// take it, and its gate.

type DevicePrincipal = PrincipalOf<'device'>
type Refusal = 'missing_token' | 'unknown_token'

export const device: CallerKind<DevicePrincipal, Refusal> = {
  name: 'device',
  credential: 'token',
  scheme: { type: 'http', scheme: 'bearer', description: 'The token of a phone.' },
  refusals: { missing_token: {}, unknown_token: {} },
  logFields: ({ numberId }) => ({ number_id: numberId }),
}

export const anyDevice: Requirement<DevicePrincipal, never> = { kind: device, scope: undefined }

/** Lets the phones pass whose tokens are listed, each with its number. */
export function openDeviceGate(numbers: ReadonlyMap<string, number>): Gate<typeof device> {
  const tokenOf = (authorization: unknown) => /^Bearer (phone_\w+)$/.exec(String(authorization))?.[1]
  return {
    kind: 'device',
    recognises: ({ authorization }) => tokenOf(authorization) !== undefined,
    admit: ({ headers }) => {
      const token = tokenOf(headers['authorization'])
      const numberId = token === undefined ? undefined : numbers.get(token)
      if (numberId !== undefined) return Promise.resolve({ kind: 'device', numberId })
      const refusal: Refusal = token === undefined ? 'missing_token' : 'unknown_token'
      return Promise.reject(new Refused(refusal))
    },
  }
}
