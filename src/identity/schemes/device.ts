import type { CallerKind, Requirement } from '../../api/caller.ts'
import { Refused, type EndpointScheme } from '../../api/auth-scheme.ts'
import type { PrincipalOf } from '../principal.ts'
import { bearerOf } from './bearer.ts'

type DevicePrincipal = PrincipalOf<'device'>
type Refusal = 'missing_token' | 'unknown_token'

/** Phones, which send the token that they got when they enrolled. */
export const device: CallerKind<DevicePrincipal, Refusal> = {
  name: 'device',
  credential: 'token',
  scheme: { type: 'http', scheme: 'bearer', description: 'The token of a phone.' },
  refusals: { missing_token: {}, unknown_token: {} },
  logFields: ({ numberId }) => ({ number_id: numberId }),
}

export const anyDevice: Requirement<DevicePrincipal, never> = { kind: device, scope: undefined }

export type FindDevice = (token: string) => Promise<DevicePrincipal | undefined>

const tokenForm = /^phone_\w{1,80}$/i

/** The service that enrolls phones passes `find`. */
export const deviceScheme = (find: FindDevice): EndpointScheme<typeof device> => ({
  kind: device.name,
  authenticate: async ({ headers }) => {
    const token = bearerOf(headers)
    if (token === undefined || !tokenForm.test(token))
      return { outcome: 'not-presented', refusal: refused('missing_token') }
    const caller = await find(token)
    return caller
      ? { outcome: 'authenticated', caller }
      : { outcome: 'failed', refusal: refused('unknown_token') }
  },
})

const refused = (reason: Refusal): Refused => new Refused(reason)
