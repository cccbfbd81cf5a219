import { createHash, timingSafeEqual } from 'node:crypto'
import type { CallerKind, Requirement } from '../../api/caller.ts'
import type { Context } from '../../api/context.ts'
import { Refused, type EndpointScheme } from '../../api/auth-scheme.ts'
import { systemSecret } from '../../platform/secrets/system-secret.ts'
import type { PrincipalOf } from '../principal.ts'
import { bearerOf } from './bearer.ts'

type SystemPrincipal = PrincipalOf<'system-secret'>
type Refusal = 'missing_secret' | 'wrong_secret'

/** Programs of the operator, which send the secret of `bureau system-secret show`. */
export const systemSecretKind: CallerKind<SystemPrincipal, Refusal> = {
  name: 'system-secret',
  credential: 'secret',
  scheme: {
    type: 'http',
    scheme: 'bearer',
    description: 'The secret that `bureau system-secret show` prints: `Authorization: Bearer <secret>`.',
  },
  refusals: { missing_secret: {}, wrong_secret: {} },
  logFields: () => ({ caller: 'system' }),
}

export const operator: Requirement<SystemPrincipal, never> = { kind: systemSecretKind, scope: undefined }

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Reads the secret once, and again after a failure. */
export function systemSecretScheme(): EndpointScheme<typeof systemSecretKind> {
  let known: Promise<Buffer> | undefined
  const secretDigest = (context: Context): Promise<Buffer> => {
    known ??= systemSecret(context)
      .then(digestOf)
      .catch((error: unknown) => {
        known = undefined
        throw error
      })
    return known
  }
  const refused = (reason: Refusal): Refused => new Refused(reason)
  return {
    kind: systemSecretKind.name,
    authenticate: async ({ headers }, context) => {
      const secret = bearerOf(headers)
      if (secret === undefined) return { outcome: 'not-presented', refusal: refused('missing_secret') }
      return timingSafeEqual(digestOf(secret), await secretDigest(context))
        ? { outcome: 'authenticated', caller: { kind: 'system-secret' } }
        : { outcome: 'failed', refusal: refused('wrong_secret') }
    },
  }
}
