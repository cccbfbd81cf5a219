import type { Context } from '../api/context.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { systemSecret } from '../platform/secrets/system-secret.ts'
import { SecretUnreadable } from '../platform/secrets/vault.ts'

/** A process that cannot decrypt the system secret could decrypt no other one, so it does not start. Throws `OperatorError`. */
export async function requireSecretKeys(
  context: Pick<Context, 'database' | 'vault' | 'random'>,
): Promise<void> {
  try {
    await systemSecret(context)
  } catch (cause) {
    if (!(cause instanceof SecretUnreadable)) throw cause
    throw new OperatorError(
      'The secrets in the database were sealed with another key. Set BUREAU_SECRET_KEY to that key, or put back the file ' +
        'secret.key of the data directory that they were sealed in.',
      { cause },
    )
  }
}
