import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const sizeBytesMin = 1024
/** Larger responses are not compressed, because they would occupy a thread for long. */
const sizeBytesMax = 8 * 1024 * 1024
/** The threads also serve files; further responses are not compressed. */
const runningMax = 2

type Pack = (bytes: Buffer) => Promise<Buffer>

const [packBrotli, packZstd, packGzip] = [promisify(brotliCompress), promisify(zstdCompress), promisify(gzip)]

const codings: Readonly<Record<string, Pack>> = {
  br: (bytes) => packBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: (bytes) => packZstd(bytes),
  gzip: (bytes) => packGzip(bytes),
}

const packable = /^(application\/json|text\/html)\b/

/** Compressing secrets together with input leaks them (BREACH). */
const secretive = new WeakSet<FastifyReply>()

export function neverCompress(reply: FastifyReply): void {
  secretive.add(reply)
}

/** RFC 9110, 12.5.3. Undefined for none. Of those that the client likes best, the first one offered. */
export function chooseCoding(
  acceptEncoding: string | undefined,
  offered: readonly string[] = Object.keys(codings),
): string | undefined {
  if (acceptEncoding === undefined) return undefined
  const weights = new Map(
    acceptEncoding.split(',').map((part) => {
      const [coding = '', ...parameters] = part.toLowerCase().split(';')
      const weight = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean)
      return [coding.trim(), weight === undefined ? 1 : Number(weight)]
    }),
  )
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  const [best] = offered.toSorted((a, b) => weightOf(b) - weightOf(a))
  return best !== undefined && weightOf(best) > 0 ? best : undefined
}

let running = 0

export function compressAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  const isWhole = typeof payload === 'string' || payload instanceof Buffer
  if (!isWhole || secretive.has(reply) || !packable.test(String(reply.getHeader('content-type'))))
    return done(null, payload)
  reply.header('Vary', [reply.getHeader('Vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
  const size = Buffer.byteLength(payload)
  if (size <= sizeBytesMin || size > sizeBytesMax || running >= runningMax) return done(null, payload)
  const coding = chooseCoding(request.headers['accept-encoding'])
  const pack = coding === undefined ? undefined : codings[coding]
  if (!pack) return done(null, payload)
  running++
  pack(Buffer.from(payload))
    .finally(() => running--)
    .then(
      (packed) => {
        reply.header('Content-Encoding', coding).removeHeader('Content-Length')
        const etag = reply.getHeader('etag')
        // The bytes differ from the strong validator's.
        if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('ETag', `W/${etag}`)
        done(null, packed)
      },
      () => done(null, payload),
    )
}
