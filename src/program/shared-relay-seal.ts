import type { Context } from '../api/context.ts'
import { openRelaySeal, type RelaySeal } from '../api/relay-seal.ts'
import { systemSecret } from '../platform/secrets/system-secret.ts'
import { SecretUnreadable } from '../platform/secrets/vault.ts'

/**
 * The seal that all processes of the installation derive from the secret in their database. Without the key of that
 * secret a process still works: it relays as any other proxy, and trusts proxies by their addresses only.
 */
export async function sharedRelaySeal(
  context: Pick<Context, 'database' | 'vault' | 'random' | 'log'>,
): Promise<RelaySeal | undefined> {
  try {
    return openRelaySeal(await systemSecret(context))
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error
    context.log.warn(
      { reason: error.message },
      'BUREAU_SECRET_KEY differs from that of other processes: a relaying gateway cannot prove who its clients are.',
    )
    return undefined
  }
}
