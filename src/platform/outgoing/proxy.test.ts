import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { listenHere, makeCertificate, secureHost } from './hosts.testing.ts'

/** Everything that makes programs use a proxy: curl, npm, and Node itself when it is told to. */
const proxyVariables = (url: string) => ({
  ...Object.fromEntries(
    ['http_proxy', 'https_proxy', 'all_proxy', 'ALL_PROXY', 'HTTP_PROXY', 'HTTPS_PROXY'].map((name) => [
      name,
      url,
    ]),
  ),
  npm_config_proxy: url,
  npm_config_https_proxy: url,
  no_proxy: '',
  NO_PROXY: '',
  NODE_USE_ENV_PROXY: '1',
})

const program = `
  const [, module, url] = process.argv
  const { openOutgoing } = await import(module)
  const outgoing = openOutgoing({ resolver: { resolve: async () => ['127.0.0.1'] }, allowHosts: ['hooks.test'] })
  const outcomes = []
  for (const keepAlive of [true, true, false]) {
    const { status, reason } = await outgoing.request({ method: 'POST', reach: 'public', url, body: 'x', keepAlive })
    outcomes.push(status ?? reason)
  }
  const fetched = await fetch(url).then(() => 'answered', () => 'failed')
  console.log(JSON.stringify({ outcomes, fetched }))
  process.exit()`

test('proxies of the environment are not used: requests go to the address that was checked', async () => {
  const certificate = makeCertificate('DNS:hooks.test')
  const directory = mkdtempSync(join(tmpdir(), 'bureau-proxy-'))
  const authority = join(directory, 'authority.pem')
  writeFileSync(authority, certificate.cert)
  await using host = await secureHost(certificate, (request, response) => {
    request.resume()
    response.end('hello')
  })
  await using proxy = await listenHere(createServer((socket) => socket.destroy()))
  const env = {
    ...proxyVariables(`http://127.0.0.1:${proxy.port}`),
    NODE_EXTRA_CA_CERTS: authority,
  }
  const words = ['--input-type=module', '-e', program, join(import.meta.dirname, 'outgoing.ts')]
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...words, `https://hooks.test:${host.port}/`],
    { env },
  )
  rmSync(directory, { recursive: true })
  // Node's own client does use the proxy, so the variables are in force.
  expect(JSON.parse(stdout)).toEqual({ outcomes: [200, 200, 200], fetched: 'failed' })
  expect(proxy.connections).toHaveLength(1)
  expect(host.connections).toHaveLength(2)
})
