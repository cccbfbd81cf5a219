import type { Origins } from '../../api/context.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { failureSentence, type FailureReason } from '../../platform/outgoing/failure.ts'
import type { Failure } from '../../platform/outgoing/outgoing.ts'
import { mobilePrefix } from '../../sms/carrier/android/phone/model.ts'
import type { Check, Examined } from './check.ts'

/** The SMS API requires a key even here, so its refusal counts as an answer. */
const health = {
  gateway: { path: '/v1/files/health', statuses: [200] },
  files: { path: '/api/v1/health', statuses: [200] },
  sms: { path: '/api/v1/health', statuses: [200, 401] },
  phones: { path: `${mobilePrefix}/health`, statuses: [200] },
} as const
type Asked = keyof typeof health

const limits = { connectMsMax: 2000, answerMsMax: 4000, bodyBytesMax: 1024 }

/** By name, through the proxies in front. Most faults also show on this machine, although callers are elsewhere. */
export function originChecks({ toldOrigins }: Examined): Readonly<Record<string, Check>> {
  const asked = (Object.keys(health) as Asked[]).filter((name) => toldOrigins.includes(name))
  return Object.fromEntries(
    asked.map((name): [string, Check] => [
      `${name} origin`,
      (context) => (context.serverRuns ? askOrigin(context, name) : resolveOrigin(context, name)),
    ]),
  )
}

const variable = (name: keyof Origins): string => `BUREAU_${name.toUpperCase()}_URL`

async function resolveOrigin({ origins, resolver }: Examined, name: Asked): Promise<string> {
  const url = origins[name]
  const { hostname } = new URL(url)
  const signal = AbortSignal.timeout(limits.connectMsMax)
  const addresses = await resolver.resolve(hostname.replace(/^\[|\]$/g, ''), signal).catch(() => [])
  if (addresses.length > 0)
    return `${url} resolves to ${addresses.join(', ')}; not called, because no server runs here`
  throw new OperatorError(`${url}: ${failureSentence('unresolvable')} ${advice(name).unresolvable}`)
}

async function askOrigin({ origins, outgoing }: Examined, name: Asked): Promise<string> {
  const url = origins[name]
  const { path, statuses } = health[name]
  const outcome = await outgoing.request({ method: 'GET', url: url + path, reach: 'anywhere', limits })
  if (!outcome.answered) throw new OperatorError(`${url}: ${explain(name, outcome)}`)
  const { status, headers, timings } = outcome
  if (!/^req_\w+$/.test(String(headers['x-request-id'])))
    throw new OperatorError(
      `${url} answers with status ${status}, but it is not Bureau. Point the proxy in front at Bureau, or change ${variable(name)}.`,
    )
  if (!statuses.some((good) => good === status))
    throw new OperatorError(`${url} answers with status ${status}. See the log for the cause.`)
  return `${url} answers, ${timings.endedMs.toFixed(0)} ms`
}

const advice = (name: Asked): Readonly<Partial<Record<FailureReason, string>>> => ({
  unresolvable: `Add a DNS record for it, or change ${variable(name)}.`,
  tls: 'If you use your own certificate authority, set NODE_EXTRA_CA_CERTS.',
})

function explain(name: Asked, { reason, code, addresses }: Failure): string {
  const found = [code, addresses.join(', ')].filter(Boolean).join(' at ')
  const sentences = [failureSentence(reason), found && `Found: ${found}.`, advice(name)[reason]]
  return sentences.filter(Boolean).join(' ')
}
