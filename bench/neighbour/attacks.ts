import { connect } from 'node:net'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { deflateRawSync, crc32 } from 'node:zlib'
import sharp from 'sharp'
import { archiveWriter } from '../../src/platform/zip/archive-writer.ts'
import { deflated } from '../../src/platform/zip/record.ts'
import { repeated, whole } from '../files/client.ts'
import type { Attacker } from './world.ts'

/** Goes on until the signal aborts or it has done all. */
export interface Attack {
  readonly name: string
  /** What it needs to have, made while nothing is measured. */
  readonly prepare: (attacker: Attacker) => Promise<(signal: AbortSignal) => Promise<unknown>>
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

interface Shot {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** One request whose answer, whatever it is, is read and thrown away. */
const fire = ({ method, url, headers, body = '' }: Shot, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = request(url, { method, agent, signal, headers: { ...headers, ...length } })
    outgoing.on('response', (incoming) =>
      incoming
        .on('close', resolve)
        .on('error', () => {})
        .resume(),
    )
    outgoing.on('error', () => resolve())
    outgoing.end(body)
  })

/** So many requests at once, all of them together. */
const volley = (count: number, shot: (index: number) => Shot) => (signal: AbortSignal) =>
  Promise.all(Array.from({ length: count }, (_, index) => fire(shot(index), signal)))

/** So many at once, again and again. */
const barrage = (atOnce: number, shot: (index: number) => Shot) => async (signal: AbortSignal) => {
  let index = 0
  const loop = async () => {
    while (!signal.aborted) {
      await fire(shot(index++), signal)
      await delay(1)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, loop))
}

const call = ({ base, authorized }: Attacker, method: string, path: string, json?: object): Shot => ({
  method,
  url: `${base}${path}`,
  headers: { ...authorized(), ...(json && { 'content-type': 'application/json' }) },
  body: json ? JSON.stringify(json) : '',
})

/** What a visitor submits at a link. */
const submit = (link: string, origin: string, address: string, fields: Record<string, string>): Shot => ({
  method: 'POST',
  url: link,
  headers: { origin, 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
  body: new URLSearchParams(fields).toString(),
})

/** One of a thousand networks. */
const addressOf = (index: number): string => `10.${index >> 8}.${index % 256}.1`

/** Sockets that are kept open until the signal aborts. */
async function sockets(
  url: string,
  count: number,
  begin: (socket: ReturnType<typeof connect>) => void,
  signal: AbortSignal,
) {
  const { hostname, port } = new URL(url)
  const open = Array.from({ length: count }, () => connect(Number(port), hostname))
  for (const socket of open) {
    socket.on('error', () => undefined)
    begin(socket)
  }
  await delay(60_000, undefined, { signal }).catch(() => undefined)
  for (const socket of open) socket.destroy()
}

/** An archive of these files. */
function zipOf(files: readonly (readonly [name: string, bytes: Buffer])[]): Buffer {
  const writer = archiveWriter()
  const pieces = files.flatMap(([name, bytes]) => {
    const data = deflateRawSync(bytes)
    const entry = {
      path: () => name,
      pathBytes: Buffer.byteLength(name),
      folder: false,
      modifiedAt: new Date(2026, 0, 1),
      sizeBytes: bytes.length,
      crc32: crc32(bytes),
    }
    return [writer.header(entry, deflated, data.length), data]
  })
  return Buffer.concat([...pieces, ...writer.end()])
}

const text = Buffer.from(Array.from({ length: 20_000 }, (_, line) => `line ${line * 7}\n`).join(''))
const mebibyte = 1024 * 1024

async function shared(attacker: Attacker, id: string, settings: object = {}): Promise<string> {
  await attacker.post('/shares', { file_id: id, status: 'public', ...settings })
  return `${attacker.filesUrl}/sl/${id}`
}

async function tree(attacker: Attacker, prefix: string, count: number): Promise<string> {
  const top = await attacker.addFolder(`tree ${prefix}`)
  await attacker.addFolders(top, prefix, count, 3)
  return top
}

export const attacks: readonly Attack[] = [
  {
    name: '257 slow uploads of one key',
    prepare: (attacker) =>
      Promise.resolve((signal) => {
        const head = [
          'POST /api/v1/files HTTP/1.1',
          'host: bench',
          `authorization: Bearer ${attacker.key()}`,
          'content-type: multipart/form-data; boundary=b',
          'content-length: 1000000',
        ].join('\r\n')
        const form = `${head}\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`
        const begin = (socket: ReturnType<typeof connect>) => {
          socket.write(form)
          const timer = setInterval(() => socket.write('x'), 1000)
          socket.on('close', () => clearInterval(timer))
        }
        return sockets(attacker.filesUrl, 257, begin, signal)
      }),
  },
  {
    name: '3,000 thumbnails',
    prepare: async (attacker) => {
      const pictures = Array.from({ length: 3000 }, async (_, index): Promise<readonly [string, Buffer]> => {
        const background = { r: index % 256, g: index >> 8, b: 0 }
        const picture = sharp({ create: { width: 400, height: 300, channels: 3, background } })
        return [`${index}.png`, await picture.png().toBuffer()]
      })
      const id = await attacker.upload('pictures.zip', whole(zipOf(await Promise.all(pictures))))
      return async (signal) => {
        await fire(call(attacker, 'POST', `/files/${id}/unzip`), signal)
        await delay(60_000, undefined, { signal }).catch(() => undefined)
      }
    },
  },
  {
    name: '24 searches in a tree of 27,000 folders',
    prepare: async (attacker) => {
      const top = await tree(attacker, 's', 27_000)
      return volley(24, () => call(attacker, 'GET', `/search?q=nothing-like-it&parent_id=${top}`))
    },
  },
  {
    name: 'HEADs of an archive of 10,000 items by strangers',
    prepare: async (attacker) => {
      const link = await shared(attacker, await tree(attacker, 'h', 9999))
      return barrage(8, (index) => ({
        method: 'HEAD',
        url: `${link}/download`,
        headers: { 'x-forwarded-for': `198.51.100.${index % 8}` },
      }))
    },
  },
  {
    name: '750 wrong codes of one address',
    prepare: async (attacker) => {
      const id = await attacker.upload('locked.txt', whole(Buffer.from('locked')))
      const link = await shared(attacker, id, { password: 'correct horse' })
      return volley(750, () => submit(link, attacker.filesUrl, '198.51.100.9', { password: 'wrong' }))
    },
  },
  {
    name: '8 compressions of 128 MiB',
    prepare: async (attacker) => {
      const id = await attacker.upload('large.txt', repeated(text, 128 * mebibyte))
      return volley(8, () => call(attacker, 'POST', `/files/${id}/compress`, {}))
    },
  },
  {
    name: '50 copies of 10,000 items',
    prepare: async (attacker) => {
      const top = await tree(attacker, 'c', 9999)
      return volley(50, () => call(attacker, 'POST', `/files/${top}/copy`, {}))
    },
  },
  {
    name: '20 unzips of 2,000 files',
    prepare: async (attacker) => {
      const files = Array.from(
        { length: 2000 },
        (_, index) => [`${index}.txt`, text.subarray(0, 8192)] as const,
      )
      const id = await attacker.upload('texts.zip', whole(zipOf(files)))
      return volley(20, () => call(attacker, 'POST', `/files/${id}/unzip`))
    },
  },
  {
    name: '60 searches in the whole workspace',
    prepare: (attacker) =>
      Promise.resolve(volley(60, (index) => call(attacker, 'GET', `/search?q=nothing-${index}`))),
  },
  {
    name: '30 folder downloads read at 1 KB/s',
    prepare: async (attacker) => {
      const top = await tree(attacker, 'd', 5000)
      // Without it, the system buffers the whole archive, and nothing waits for the reader.
      const id = await attacker.upload('large.txt', repeated(text, 64 * mebibyte))
      await attacker.post(`/files/${id}/move`, { parent_id: top })
      const head = `GET /api/v1/folders/${top}/content HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${attacker.key()}\r\n\r\n`
      return (signal) => {
        const begin = (socket: ReturnType<typeof connect>) => {
          socket.write(head)
          socket.pause()
          const timer = setInterval(() => void socket.read(1024), 1000)
          socket.on('close', () => clearInterval(timer))
        }
        return sockets(attacker.filesUrl, 30, begin, signal)
      }
    },
  },
  {
    name: '1,000 forms from a thousand addresses',
    prepare: async (attacker) => {
      const id = await attacker.upload('asked.txt', whole(Buffer.from('asked')))
      const link = await shared(attacker, id, { password: 'correct horse' })
      return volley(1000, (index) => submit(link, attacker.filesUrl, addressOf(index), { password: 'wrong' }))
    },
  },
  {
    name: '1,000 forms from a thousand addresses at eight links',
    prepare: async (attacker) => {
      const links: string[] = []
      for (let link = 0; link < 8; link++) {
        const id = await attacker.upload(`asked ${link}.txt`, whole(Buffer.from('asked')))
        links.push(await shared(attacker, id, { password: 'correct horse' }))
      }
      const linkOf = (index: number) => links[index % links.length] ?? ''
      return volley(1000, (index) =>
        submit(linkOf(index), attacker.filesUrl, addressOf(index), { password: 'wrong' }),
      )
    },
  },
  {
    name: '1,000 log-ins of one address',
    prepare: ({ filesUrl, email }) => {
      const url = `${filesUrl}/login`
      const fields = { email, password: 'wrong' }
      return Promise.resolve(volley(1000, () => submit(url, filesUrl, '198.51.100.10', fields)))
    },
  },
  {
    name: '1,000 log-ins from a thousand addresses',
    prepare: ({ filesUrl }) => {
      const url = `${filesUrl}/login`
      const fields = (index: number) => ({ email: `nobody${index}@example.com`, password: 'wrong' })
      return Promise.resolve(volley(1000, (index) => submit(url, filesUrl, addressOf(index), fields(index))))
    },
  },
  {
    name: '1,000 resets from a thousand addresses',
    prepare: ({ filesUrl, email }) =>
      Promise.resolve(
        volley(1000, (index) => submit(`${filesUrl}/forgot`, filesUrl, addressOf(index), { email })),
      ),
  },
  {
    name: '1,000 invitations of one workspace',
    prepare: (attacker) => {
      const path = `/workspaces/${attacker.workspaceId}/members`
      const invite = (index: number) => call(attacker, 'POST', path, { email: `friend${index}@example.com` })
      return Promise.resolve(volley(1000, invite))
    },
  },
]
