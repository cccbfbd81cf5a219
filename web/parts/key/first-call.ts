import type { Session } from '../session/session.ts'
import type { Call } from '../../ui/data/curl-command.ts'
import type { Service } from './services.ts'

type Installation = Session['installation']

/** Where each API is in this installation. */
export const baseUrlOf = (
  service: Service,
  { gateway_url: gateway, sms_base_url: sms }: Installation,
): string =>
  ({
    files: `${gateway}/v1/files`,
    sms: `${sms}/api/v1`,
    iam: `${gateway}/v1/iam`,
    provisioning: `${gateway}/v1`,
  })[service]

const has = (scopes: readonly string[], scope: string): boolean =>
  scopes.includes(scope) || scopes.includes('*')

/** A call that a key with these scopes may make. */
export function firstCall(service: Service, scopes: readonly string[], installation: Installation): Call {
  const base = baseUrlOf(service, installation)
  if (service === 'files') return { url: has(scopes, 'files:read') ? `${base}/files` : `${base}/me` }
  if (service === 'iam') return { url: `${base}/members` }
  if (service === 'sms') {
    if (has(scopes, 'messages:send'))
      return { method: 'POST', url: `${base}/messages`, body: { to: '+12025550123', body: 'Hello' } }
    return { url: has(scopes, 'numbers:read') ? `${base}/numbers` : `${base}/messages` }
  }
  return {
    method: 'POST',
    url: `${base}/users`,
    body: { email: 'ann@example.com', first_name: 'Ann', last_name: 'Lee' },
  }
}
