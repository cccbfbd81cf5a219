import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { followClock } from './clock.ts'

/** What a server with a clock of its own was asked, and how far from that clock each signature was. */
const asked: { readonly method: string; readonly skewMs: number }[] = []
let serverMs = 0
/** Whether requests without a body get no answer. */
let silent = false

const server = createServer((request, response) => {
  const [, date = '', time = ''] = /^(\d{8})T(\d{6})Z$/.exec(String(request.headers['x-amz-date'])) ?? []
  const iso = `${date.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`
  const skewMs = Date.parse(iso) - serverMs
  if (silent && request.method === 'HEAD') {
    request.socket.destroy()
    return
  }
  asked.push({ method: request.method ?? '', skewMs })
  response.setHeader('date', new Date(serverMs).toUTCString())
  response.statusCode = Math.abs(skewMs) > 900_000 ? 403 : 200
  request.resume().on('end', () => response.end())
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.close()
  await once(server, 'close')
})

/** A client whose clock can be set: that of the server is, which is the same to a signature. */
function openClient() {
  serverMs = Date.now()
  asked.length = 0
  let clockMs = 0
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  })
  onTestFinished(() => client.destroy())
  followClock(client, 'bucket', () => clockMs)
  return {
    put: (key: string) =>
      client.send(
        new PutObjectCommand({
          Bucket: 'bucket',
          Key: key,
          Body: Readable.from(['bytes']),
          ContentLength: 5,
        }),
      ),
    jump: () => {
      serverMs += 7 * 86_400_000
      clockMs -= 7 * 86_400_000
    },
  }
}

test('a stream is signed with the time of the server after the clock of this machine was set', async () => {
  const { put, jump } = openClient()
  await put('before')
  jump()
  await Promise.all([put('first'), put('second')])
  await put('third')
  const puts = asked.filter(({ method }) => method === 'PUT')
  expect(puts).toHaveLength(4)
  expect(puts.filter(({ skewMs }) => Math.abs(skewMs) > 60_000)).toEqual([])
  expect(asked.filter(({ method }) => method !== 'PUT').map(({ method }) => method)).toEqual(['HEAD', 'HEAD'])
})

test('a server that gave no answer is asked for its time again', async () => {
  const { put, jump } = openClient()
  await put('before')
  jump()
  silent = true
  await expect(put('refused')).rejects.toThrow()
  silent = false
  await put('after')
  expect(asked.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'HEAD', 'PUT'])
})
