import type { CallerKind, Requirement } from '../../api/caller.ts'
import { Refused, type Gate } from '../../api/gate.ts'
import type { PrincipalOf } from '../principal.ts'

type DevicePrincipal = PrincipalOf<'device'>
type Refusal = 'missing_token' | 'unknown_token'

/** Phones, which send the token that they were given when they enrolled. */
export const device: CallerKind<DevicePrincipal, Refusal> = {
  name: 'device',
  credential: 'token',
  scheme: { type: 'http', scheme: 'bearer', description: 'The token of a phone.' },
  refusals: { missing_token: {}, unknown_token: {} },
  logFields: ({ numberId }) => ({ number_id: numberId }),
}

export const anyDevice: Requirement<DevicePrincipal, never> = { kind: device, scope: undefined }

/** Finds the phone that has a token; undefined when none has. */
export type FindDevice = (token: string) => Promise<DevicePrincipal | undefined>

const tokenOf = (authorization: string | string[] | undefined): string | undefined =>
  typeof authorization === 'string' ? /^bearer +(phone_\w{1,80}) *$/i.exec(authorization)?.[1] : undefined

/** Admits phones. Which phone has a token is known to the service that enrolls them. */
export const openDeviceGate = (find: FindDevice): Gate<typeof device> => ({
  kind: 'device',
  recognises: ({ authorization }) => tokenOf(authorization) !== undefined,
  admit: async ({ headers }) => {
    const token = tokenOf(headers['authorization'])
    const known = token === undefined ? undefined : await find(token)
    if (known) return known
    const refusal: Refusal = token === undefined ? 'missing_token' : 'unknown_token'
    throw new Refused(refusal)
  },
})
