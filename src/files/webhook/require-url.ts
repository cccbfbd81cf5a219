import type { MemberContext } from '../../identity/principal.ts'
import { failureSentence } from '../../platform/outgoing/failure.ts'
import { checkUrl } from '../../webhooks/webhook/rules.ts'
import { problem } from '../problems.ts'

const details = { field: 'url' }

/** Throws `invalid_webhook` unless the URL may be called now. Every delivery checks again. */
export async function requireUrl({ outgoing }: Pick<MemberContext, 'outgoing'>, url: string): Promise<void> {
  const fault = checkUrl(url)
  if (fault !== undefined) throw problem.invalid_webhook({ message: fault, details })
  const reason = await outgoing.check(url)
  if (reason !== undefined) throw problem.invalid_webhook({ message: failureSentence(reason), details })
}
