import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import autocannon from 'autocannon'
import type { Peer } from '../peers/peer.ts'
import { eachAtOnce, form, send, whole } from './client.ts'
import { inTurns, timesAsFast, unaccompanied, type Outcome } from '../outcome.ts'
import { startPeers, withPeers } from './peers.ts'
import { noise, type World } from './world.ts'

const perSecond = (msEach: number): string => `${(1000 / msEach).toFixed(0)}/s`

const downloadedFiles = 100
const downloadConnections = 32
const secondsARound = 3

/** Files of 4 KiB, a hundred of them in turn, 32 connections; also beside what the same files cost as objects. */
export async function benchSmallDownloads(world: World): Promise<Outcome[]> {
  const bytes = noise.subarray(0, 4096)
  const names = Array.from({ length: downloadedFiles }, (_, index) => `small-${index}.bin`)
  const ids: string[] = []
  await eachAtOnce(names, 8, async (name) => ids.push((await world.upload(name, whole(bytes))).id))
  return withPeers(await startPeers(world, 'nginx', 'Apache', 'rclone'), async (peers) => {
    // Not by hand: rclone remembers for minutes what a folder holds.
    for (const { url } of peers) {
      for (const name of names) await send(`${url}/${name}`, { method: 'PUT', body: whole(bytes) })
    }
    const contents = ids.map((id) => new URL(world.contentUrl(id)).pathname)
    const objects = contents.map((path) => path.replace(/\/content$/, ''))
    const paths = names.map((name) => `/${name}`)
    const contenders = [
      { name: 'Bureau', measure: () => msADownload(world.base, contents, world.authorized) },
      { name: 'file objects', measure: () => msADownload(world.base, objects, world.authorized) },
      ...peers.map(({ name, url }) => ({ name, measure: () => msADownload(url, paths) })),
    ]
    const samples = await inTurns(contenders, 3, world.untilIdle)
    const what = 'downloads of 4 KiB, 32 at once'
    return [
      timesAsFast(what, samples, 'file objects', 0.7, perSecond),
      ...peers.map(({ name }) => timesAsFast(what, samples, name, undefined, perSecond)),
    ]
  })
}

async function msADownload(
  url: string,
  paths: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const requests = paths.map((path) => ({ method: 'GET' as const, path, headers }))
  const { origin } = new URL(url)
  const load = { url: origin, connections: downloadConnections, duration: secondsARound, requests }
  const result = await autocannon(load)
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} answered ${result.non2xx} refusals`)
  return 1000 / result.requests.average
}

const uploadedFiles = 4000
const uploadsAtOnce = 16

/** Files of 1 KiB into one folder, 16 at once, beside nginx with each file and then its folder flushed. */
export async function benchSmallUploads(world: World): Promise<Outcome[]> {
  const bytes = noise.subarray(0, 1024)
  const upload = (connection: Connection) => async (name: string) => {
    const { headers, body } = form(name, whole(bytes), {})
    const { pathname } = new URL(`${world.base}/files`)
    await connection.exchange('POST', pathname, { ...world.authorized, ...headers }, [...body.pieces])
  }
  const put = (connection: Connection, { root }: Peer) => {
    return async (name: string) => {
      await connection.exchange('PUT', `/${name}`, {}, [bytes])
      await flush(join(root, name), 'r+')
      await flush(root, 'r')
    }
  }
  return withPeers(await startPeers(world, 'nginx'), async ([nginx]) => {
    const contenders = [
      { name: 'Bureau', measure: () => msAnUpload(world.base, upload) },
      ...(nginx ? [{ name: 'nginx', measure: () => msAnUpload(nginx.url, (own) => put(own, nginx)) }] : []),
    ]
    const samples = await inTurns(contenders, 3, world.untilIdle)
    const what = 'uploads of 1 KiB, 16 at once'
    const outcome = nginx
      ? timesAsFast(what, samples, 'nginx', 2, perSecond)
      : unaccompanied(what, samples, perSecond)
    return [outcome]
  })
}

let rounds = 0

async function msAnUpload(
  url: string,
  over: (connection: Connection) => (name: string) => Promise<void>,
): Promise<number> {
  const round = rounds++
  const names = Iterator.from(Array(uploadedFiles).keys()).map((index) => `small-${round}-${index}.bin`)
  const connections = await Promise.all(Array.from({ length: uploadsAtOnce }, () => openConnection(url)))
  const startedMs = performance.now()
  await Promise.all(
    connections.map(async (connection) => {
      const upload = over(connection)
      for (let next = names.next(); !next.done; next = names.next()) await upload(next.value)
    }),
  )
  const took = performance.now() - startedMs
  for (const connection of connections) connection.close()
  return took / uploadedFiles
}

async function flush(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags)
  await handle.sync()
  await handle.close()
}

interface Connection {
  /** Throws when the answer is a refusal. */
  readonly exchange: (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: readonly Buffer[],
  ) => Promise<void>
  readonly close: () => void
}

/** Lighter than any HTTP client: small uploads come so fast that it would be measured too. */
async function openConnection(url: string): Promise<Connection> {
  const { hostname, port, host } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  return {
    async exchange(method, path, headers, body) {
      const length = body.reduce((sum, piece) => sum + piece.length, 0)
      const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`, `content-length: ${length}`]
      for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
      socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), ...body]))
      const answer = await answerOf(socket)
      if (!answer.startsWith('HTTP/1.1 201')) throw new Error(`${method} ${path}: ${answer.slice(0, 500)}`)
    },
    close: () => socket.destroy(),
  }
}

/** One answer with a length. */
async function answerOf(socket: Socket): Promise<string> {
  let answer = ''
  for (;;) {
    const [piece] = (await once(socket, 'data')) as [Buffer]
    answer += piece.toString('latin1')
    const headEnd = answer.indexOf('\r\n\r\n')
    if (headEnd < 0) continue
    const bodyBytes = Number(/\r\ncontent-length: (\d+)/i.exec(answer)?.[1] ?? 0)
    if (answer.length >= headEnd + 4 + bodyBytes) return answer
  }
}
