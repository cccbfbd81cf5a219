import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, describe, expect, test } from 'vitest'
import { findOptional } from './programs.ts'
import { startServer, type Server } from './server.ts'
import { until } from './until.ts'

const root = mkdtempSync(join(tmpdir(), 'bureau-hang-up-'))
const running: Server[] = []
afterAll(async () => {
  for (const server of running) await server.stop()
  rmSync(root, { recursive: true, force: true })
})

async function serve(name: string, env: Record<string, string> = {}) {
  const dataDir = join(root, name)
  const server = await startServer({ dataDir, env })
  running.push(server)
  return { ...server, log: () => readFileSync(join(dataDir, 'server.log'), 'utf8') }
}

/** A certificate for this name, and its key. */
function makeCertificate(name: string) {
  const [cert, key] = [join(root, `${name}.pem`), join(root, `${name}.key`)]
  const subject = ['-subj', `/CN=${name}`, '-days', '1']
  const made = ['-nodes', '-newkey', 'rsa:2048', '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', ...subject, ...made], { stdio: 'ignore' })
  return { cert, key }
}

/** The name in the certificate that a new connection gets. */
const nameAt = (url: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const { hostname: host, port } = new URL(url)
    const socket = connect({ host, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().subject.CN)
      socket.destroy()
    })
    socket.on('error', reject)
  })

describe('SIGHUP', { timeout: 60_000 }, () => {
  test.skipIf(findOptional('openssl') === undefined)(
    'reads the certificate again, and keeps the old one where the new one is of no use (openssl)',
    async () => {
      const [first, second] = [makeCertificate('first'), makeCertificate('second')]
      const [cert, key] = [join(root, 'cert.pem'), join(root, 'key.pem')]
      const place = (certificate: { cert: string; key: string }) => {
        copyFileSync(certificate.cert, cert)
        copyFileSync(certificate.key, key)
      }
      place(first)
      const server = await serve('tls', { BUREAU_TLS_CERT: cert, BUREAU_TLS_KEY: key })
      const names = () => Promise.all(Object.values(server.urls).map(nameAt))
      const all = (name: string) => [name, name, name, name]
      expect(await names()).toEqual(all('first'))

      place(second)
      server.child.kill('SIGHUP')
      await expect.poll(names).toEqual(all('second'))

      copyFileSync(first.cert, cert)
      server.child.kill('SIGHUP')
      await until(() => server.log().includes('The new certificate cannot be used'))
      writeFileSync(cert, 'half a file')
      server.child.kill('SIGHUP')
      await until(() => server.log().split('The new certificate cannot be used').length === 3)
      expect(await names()).toEqual(all('second'))
    },
  )

  test('drains like SIGTERM where there is no certificate', async () => {
    const server = await serve('plain', { BUREAU_DRAIN_SECONDS: '2' })
    const url = `${server.urls.files_origin_url}/api/v1/health`
    server.child.kill('SIGHUP')
    await until(() => server.log().includes('Bureau stops when'))
    const { status, headers } = await fetch(url)
    expect([status, headers.get('connection')]).toEqual([200, 'close'])
    await until(() => server.child.exitCode === 0)
  })
})
