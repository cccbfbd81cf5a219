import { createHash, timingSafeEqual } from 'node:crypto'
import type { CallerKind, Requirement } from '../../api/caller.ts'
import type { Context } from '../../api/context.ts'
import { Refused, type EndpointScheme } from '../../api/auth-scheme.ts'
import { monotonicMs } from '../../platform/clock.ts'
import { formerSecrets, systemSecret } from '../../platform/secrets/system-secret.ts'
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

/** As for API keys: a change is told, and this is for the case that it was not heard. */
const freshMsMax = 5000

interface Accepted {
  readonly digest: Buffer
  /** Of a former secret. */
  readonly until: Date | undefined
}

/** Reads the secrets, and again when they changed or could not be read. */
export function systemSecretScheme(): EndpointScheme<typeof systemSecretKind> {
  let known: { readonly accepted: Promise<readonly Accepted[]>; readonly loadedMs: number } | undefined
  const forget = () => {
    known = undefined
  }
  let listening = false

  function acceptedSecrets(context: Context): Promise<readonly Accepted[]> {
    const { notifications } = context
    if (!listening) {
      notifications.listen('secret', forget)
      notifications.onConnection(forget)
      listening = true
    }
    const loadedMs = monotonicMs()
    if (known && notifications.connected() && loadedMs - known.loadedMs < freshMsMax) return known.accepted
    const accepted = readAccepted(context)
    const read = { accepted, loadedMs }
    known = read
    accepted.catch(() => {
      if (known === read) forget()
    })
    return accepted
  }

  const refused = (reason: Refusal): Refused => new Refused(reason)
  return {
    kind: systemSecretKind.name,
    authenticate: async ({ headers }, context) => {
      const secret = bearerOf(headers)
      if (secret === undefined) return { outcome: 'not-presented', refusal: refused('missing_secret') }
      return isAccepted(await acceptedSecrets(context), secret, context.clock.now())
        ? { outcome: 'authenticated', caller: { kind: 'system-secret' } }
        : { outcome: 'failed', refusal: refused('wrong_secret') }
    },
  }
}

async function readAccepted(context: Context): Promise<readonly Accepted[]> {
  const secret = await systemSecret(context)
  const former = await formerSecrets(context)
  return [
    { digest: digestOf(secret), until: undefined },
    ...former.map((each) => ({ digest: digestOf(each.secret), until: each.acceptedUntil })),
  ]
}

/** Compares with all of them, so that the time does not tell which one was meant. */
function isAccepted(accepted: readonly Accepted[], secret: string, now: Date): boolean {
  const digest = digestOf(secret)
  return accepted
    .map((each) => timingSafeEqual(digest, each.digest) && (each.until === undefined || now < each.until))
    .includes(true)
}
