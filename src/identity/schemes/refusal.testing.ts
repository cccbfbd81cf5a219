import type { TestApp } from '../../../test/harness.ts'
import type { EndpointRequest, Refused } from '../../api/auth-scheme.ts'

/** Why the scheme of API keys refuses a request with a key; undefined when it does not. */
export async function refusalOfKey(
  { apiKeys, context }: TestApp,
  key: string,
  request: Pick<EndpointRequest, 'service' | 'kind' | 'endpoint' | 'scope'>,
): Promise<Refused | undefined> {
  const head: EndpointRequest = {
    ...request,
    method: 'GET',
    headers: { authorization: `Bearer ${key}` },
    params: {},
    address: '127.0.0.1',
    setHeader: () => undefined,
  }
  const found = await apiKeys.authenticate(head, context)
  if (found.outcome !== 'authenticated') return found.refusal
  return found.authorize?.().then(
    () => undefined,
    (error: unknown) => error as Refused,
  )
}
