import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http, { type RequestListener } from 'node:http'
import https from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Resolver } from './resolver.ts'

/** DNS of a test: host → its addresses. Counts what it was asked. */
export function tableResolver(
  table: Readonly<Record<string, readonly string[]>>,
): Resolver & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    resolve: async (host) => {
      asked.push(host)
      return table[host] ?? []
    },
  }
}

/** A key and a certificate that it signed itself. Trust the certificate to trust the host. */
export function makeCertificate(...names: readonly string[]): {
  readonly key: string
  readonly cert: string
} {
  const directory = mkdtempSync(join(tmpdir(), 'bureau-certificate-'))
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')]
  const subject = ['-subj', '/CN=test', '-addext', `subjectAltName=${names.join(',')}`]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  try {
    execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** A host of a test, on this machine. */
export interface Host extends AsyncDisposable {
  readonly port: number
  /** Every connection that came, closed or not. */
  readonly connections: readonly Socket[]
}

/** Listens on a free port of 127.0.0.1 until it is disposed of; connections that are left are cut. */
export async function listenHere(server: Server): Promise<Host> {
  const connections: Socket[] = []
  server.on('connection', (socket) => {
    connections.push(socket)
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections,
    async [Symbol.asyncDispose]() {
      for (const socket of connections) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** An https host with a certificate of its own. */
export const secureHost = (
  certificate: { readonly key: string; readonly cert: string },
  listener: RequestListener,
): Promise<Host> => listenHere(https.createServer(certificate, listener))

export const plainHost = (listener: RequestListener): Promise<Host> => listenHere(http.createServer(listener))
