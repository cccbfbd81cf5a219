import { createHash, timingSafeEqual } from 'node:crypto'
import type { CallerKind, Requirement } from '../../api/caller.ts'
import type { Context } from '../../api/context.ts'
import { Refused, type Gate } from '../../api/gate.ts'
import { systemSecret } from '../../platform/secrets/system-secret.ts'
import type { PrincipalOf } from '../principal.ts'

type SystemPrincipal = PrincipalOf<'system-secret'>
type Refusal = 'missing_secret' | 'wrong_secret'

/** Programs of the operator, which send the secret of the installation: `bureau system-secret show`. */
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

/** The operator's own programs. */
export const operator: Requirement<SystemPrincipal, never> = { kind: systemSecretKind, scope: undefined }

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const bearerOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? /^bearer +(\S+) *$/i.exec(header)?.[1] : undefined

/** Admits who knows the secret. It is read once, and read again after a failure. */
export function openSystemGate(
  context: Pick<Context, 'database' | 'vault' | 'random'>,
): Gate<typeof systemSecretKind> {
  let known: Promise<Buffer> | undefined
  const secretDigest = (): Promise<Buffer> => {
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
    kind: 'system-secret',
    recognises: (headers) => bearerOf(headers['authorization']) !== undefined,
    admit: async ({ headers }) => {
      const secret = bearerOf(headers['authorization'])
      if (secret === undefined) throw refused('missing_secret')
      if (!timingSafeEqual(digestOf(secret), await secretDigest())) throw refused('wrong_secret')
      return { kind: 'system-secret' }
    },
  }
}
