import { problem } from './problems.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body)) as unknown
  } catch {
    throw problem.bad_request({ message: 'The body is not valid JSON.' })
  }
}
