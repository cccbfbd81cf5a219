import { requirementsOf } from '../caller.ts'
import type { Endpoint } from '../endpoint.ts'
import { codesOf } from '../openapi/responses.ts'
import type { ServiceProfile } from '../service.ts'

/** What a caller does about a status, in one sentence. */
const advice: Readonly<Record<number, string>> = {
  400: 'Change the request; the same one fails again.',
  401: 'Use a valid key; a new one comes from the console.',
  402: 'Have the plan or its payment changed; calls work again at once.',
  403: 'Use a key, role or place that may do this; repeating does not help.',
  404: 'Check the id and the path; what another workspace has looks the same as nothing.',
  405: 'Use a method that the reference lists for this path.',
  409: 'Read the state as it is now, then decide.',
  410: 'It is gone for good; begin anew.',
  413: 'Send less, or make room first.',
  416: 'Ask for a range inside `Content-Range`.',
  429: 'Wait for `Retry-After` seconds, then repeat.',
  500: 'With `Retry-After`, the database is away: wait so long, then look what was done and repeat. Without it, repeat with growing pauses; when it stays, report it with `X-Request-Id`.',
  502: 'Repeat with growing pauses; nothing is known of whether the request was done.',
  503: 'Nothing was done; repeat after `Retry-After` or a few seconds.',
  504: 'It took too long; check what was done before repeating, or use the origin of the files server.',
}

/** Calls that a code is told of by name; beyond that by number. */
const namedMax = 8

interface DescribedService {
  readonly service: ServiceProfile
  readonly endpoints: readonly Endpoint[]
}

/** Who can get a code: every call, or those that declare it. */
function callsWith(code: string, { service, endpoints }: DescribedService): string {
  if (code === service.codes.unknown_method) return 'any path'
  const meet = endpoints.filter((endpoint) => codesOf(endpoint).includes(code))
  const gated = endpoints.filter((endpoint) => requirementsOf(endpoint).length > 0)
  if (meet.length === 0) return 'none yet'
  if (meet.length === endpoints.length) return 'every call'
  if (meet.length === gated.length && gated.every((endpoint) => meet.includes(endpoint)))
    return `every call with a ${service.callers.map(({ credential }) => credential).join(' or ')}`
  const scoped = gated.filter((endpoint) => requirementsOf(endpoint).some(({ scope }) => scope !== undefined))
  if (meet.length === scoped.length && scoped.every((endpoint) => meet.includes(endpoint)))
    return 'every call that needs a scope'
  if (meet.length > namedMax) return `${meet.length} calls`
  return meet.map(({ id }) => `\`${id}\``).join(', ')
}

const markdown = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('|', '\\|')

function serviceTable(described: DescribedService): readonly string[] {
  const { service } = described
  const rows = Object.entries(service.problems).toSorted(([, [a]], [, [b]]) => a - b)
  return [
    `## ${service.title}`,
    '',
    '| status | code | meaning | where |',
    '|---|---|---|---|',
    ...rows.map(
      ([code, [status, sentence]]) =>
        `| ${status} | \`${code}\` | ${markdown(sentence)} | ${callsWith(code, described)} |`,
    ),
    '',
  ]
}

/** docs/status-codes.md: which code when, and what the caller does about it. */
export function statusCodes(services: readonly DescribedService[]): string {
  const used = new Set(
    services.flatMap(({ service }) => Object.values(service.problems).map(([status]) => status)),
  )
  return [
    '# Status codes',
    '',
    'Made by `npm run generate` from the declarations of the endpoints. Act on `code`, show `message`, log `X-Request-Id`.',
    'An id of the wrong shape, one that never was and one of another workspace are the same 404, byte for byte. 403 is',
    'only said of things that the caller knows to exist.',
    '',
    '| status | what to do |',
    '|---|---|',
    ...[...used]
      .toSorted((a, b) => a - b)
      .map((status) => `| ${status} | ${advice[status] ?? 'See the message.'} |`),
    '',
    ...services.flatMap(serviceTable),
  ].join('\n')
}
