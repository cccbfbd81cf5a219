import type { Origins } from '../../../api/context.ts'
import { OperatorError } from '../../../platform/operator-error.ts'
import { failureSentence, type FailureReason } from '../../../platform/outgoing/failure.ts'
import type { Failure } from '../../../platform/outgoing/outgoing.ts'
import type { CommandContext } from '../../command.ts'
import type { Check } from './check.ts'

/** What answers there to everybody; the SMS API wants a key even for this, so its refusal is an answer as well. */
const health = {
  gateway: { path: '/v1/files/health', statuses: [200] },
  files: { path: '/api/v1/health', statuses: [200] },
  sms: { path: '/api/v1/health', statuses: [200, 401] },
} as const
type Asked = keyof typeof health

const limits = { connectMsMax: 2000, answerMsMax: 4000, bodyBytesMax: 1024 }

/**
 * Whether callers find the origins that they are told of: under the public name, through whatever stands in front. Asked
 * from this machine, which is not where callers are, but most faults show here as well.
 */
export function originChecks({ toldOrigins }: CommandContext): Readonly<Record<string, Check>> {
  const asked = (Object.keys(health) as Asked[]).filter((name) => toldOrigins.includes(name))
  return Object.fromEntries(
    asked.map((name): [string, Check] => [
      `${name} origin`,
      (context) => (context.serverRuns ? askOrigin(context, name) : resolveOrigin(context, name)),
    ]),
  )
}

const variable = (name: keyof Origins): string => `BUREAU_${name.toUpperCase()}_URL`

/** Nobody is there to answer, but the name can be looked at. */
async function resolveOrigin({ origins, resolver }: CommandContext, name: Asked): Promise<string> {
  const url = origins[name]
  const { hostname } = new URL(url)
  const signal = AbortSignal.timeout(limits.connectMsMax)
  const addresses = await resolver.resolve(hostname.replace(/^\[|\]$/g, ''), signal).catch(() => [])
  if (addresses.length > 0) return `${url} is at ${addresses.join(', ')}; not asked, as no server runs here`
  throw new OperatorError(`${url}: ${failureSentence('unresolvable')} ${advice(name).unresolvable}`)
}

async function askOrigin({ origins, outgoing }: CommandContext, name: Asked): Promise<string> {
  const url = origins[name]
  const { path, statuses } = health[name]
  const outcome = await outgoing.request({ method: 'GET', url: url + path, reach: 'anywhere', limits })
  if (!outcome.answered) throw new OperatorError(`${url}: ${explain(name, outcome)}`)
  const { status, headers, timings } = outcome
  if (!/^req_\w+$/.test(String(headers['x-request-id'])))
    throw new OperatorError(
      `${url} answers with status ${status}, and it is not Bureau. Set the proxy in front to pass it on, or ${variable(name)}.`,
    )
  if (!statuses.some((good) => good === status))
    throw new OperatorError(`${url} answers with status ${status}; the log says why.`)
  return `${url} answers, ${timings.endedMs.toFixed(0)} ms`
}

const advice = (name: Asked): Readonly<Partial<Record<FailureReason, string>>> => ({
  unresolvable: `Add it to the DNS, or change ${variable(name)}.`,
  tls: 'An authority of your own is named to Node with NODE_EXTRA_CA_CERTS.',
})

function explain(name: Asked, { reason, code, addresses }: Failure): string {
  const found = [code, addresses.join(', ')].filter(Boolean).join(' at ')
  const sentences = [failureSentence(reason), found && `Found: ${found}.`, advice(name)[reason]]
  return sentences.filter(Boolean).join(' ')
}
