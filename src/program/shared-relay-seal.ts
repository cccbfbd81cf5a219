import type { Context } from '../api/context.ts'
import { openRelaySeal, type RelaySeal } from '../api/http/relay-seal.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { systemSecret } from '../platform/secrets/system-secret.ts'
import { SecretUnreadable } from '../platform/secrets/vault.ts'

/** A process that cannot decrypt it could decrypt no other secret, so it does not start. Throws `OperatorError`. */
export async function sharedRelaySeal(
  context: Pick<Context, 'database' | 'vault' | 'random'>,
): Promise<RelaySeal> {
  try {
    return openRelaySeal(await systemSecret(context))
  } catch (cause) {
    if (!(cause instanceof SecretUnreadable)) throw cause
    throw new OperatorError(
      'The secrets in the database were sealed with another key. Set BUREAU_SECRET_KEY to that key, or put back the file ' +
        'secret.key of the data directory that they were sealed in.',
      { cause },
    )
  }
}
