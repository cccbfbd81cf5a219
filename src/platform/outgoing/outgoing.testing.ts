import type { IncomingMessage, ServerResponse } from 'node:http'
import { makeCertificate, tableResolver } from './hosts.testing.ts'
import { openOutgoing, type Failure, type OutgoingOptions, type OutgoingRequest } from './outgoing.ts'

export const certificate = makeCertificate('DNS:hooks.test', 'IP:127.0.0.1')
export const here = { 'hooks.test': ['127.0.0.1'] }

/** Trusts the certificate, and takes `hooks.test` for public. */
export const open = (parts: Partial<OutgoingOptions> = {}) =>
  openOutgoing({
    resolver: tableResolver(here),
    allowHosts: ['hooks.test'],
    authorities: certificate.cert,
    ...parts,
  })

export const post = (url: string, more: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  method: 'POST',
  reach: 'public',
  url,
  body: 'x',
  ...more,
})

export async function failureOf(
  request: OutgoingRequest,
  parts?: Partial<OutgoingOptions>,
): Promise<Failure> {
  const outcome = await open(parts).request(request)
  if (outcome.answered) throw new Error(`It was answered with ${outcome.status}.`)
  return outcome
}

export const hello = (_request: IncomingMessage, response: ServerResponse) => void response.end('hello')
