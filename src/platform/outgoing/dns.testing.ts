import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const recordTypes: Readonly<Record<number, 4 | 6>> = { 1: 4, 28: 6 }

/** What a name server of a test says for a question; undefined: nothing at all. */
export type DnsAnswers = (name: string, family: 4 | 6) => readonly string[] | undefined

export interface DnsServer extends AsyncDisposable {
  readonly address: string
  /** The questions that came, as `name/family`. */
  readonly asked: readonly string[]
}

/** A real name server on UDP that answers questions for addresses, for no longer than the moment. */
export async function dnsServer(answers: DnsAnswers): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query)
    const family = recordTypes[type]
    if (family) asked.push(`${name}/${family}`)
    const addresses = family ? answers(name, family) : []
    if (addresses) socket.send(respond(query.subarray(0, end), addresses), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    async [Symbol.asyncDispose]() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

const headerBytes = 12

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = headerBytes
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** The question again, and one record an address that may be kept for zero seconds. */
function respond(question: Buffer, addresses: readonly string[]): Buffer {
  const header = Buffer.from(question)
  header.writeUInt16BE(0x8180, 2)
  for (const [at, count] of [1, addresses.length, 0, 0].entries()) header.writeUInt16BE(count, 4 + at * 2)
  return Buffer.concat([header, ...addresses.map(record)])
}

function record(address: string): Buffer {
  const bytes = address.includes(':') ? ipv6Bytes(address) : Buffer.from(address.split('.').map(Number))
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(bytes.length === 4 ? 1 : 28, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}

/** Of an address that is written with all of its groups, or with `::` once. */
function ipv6Bytes(address: string): Buffer {
  const [head = '', tail] = address.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const after = groups(tail ?? '')
  const before = groups(head)
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const bytes = Buffer.alloc(16)
  for (const [at, group] of [...before, ...zeros, ...after].entries())
    bytes.writeUInt16BE(parseInt(group, 16), at * 2)
  return bytes
}
