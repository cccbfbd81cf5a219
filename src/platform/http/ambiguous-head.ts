import type { IncomingMessage } from 'node:http'

/** Ambiguous heads that Node's parser accepts: other codings beside chunked, chunks in HTTP/1.0, two hosts or none. */
export function isAmbiguous({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || httpVersion === '1.0')) return true
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1')
}
