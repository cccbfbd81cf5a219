import http, { type ClientRequestArgs } from 'node:http'
import https, { type RequestOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import { connectToFirst } from './connect.ts'

export interface CheckedOptions extends RequestOptions {
  /** All checked. The name is not resolved again. */
  readonly checkedAddresses: readonly string[]
  readonly connectUntil: AbortSignal
}

type Created = (error: Error | null, socket?: Duplex) => void

function connectFor(options: ClientRequestArgs): Promise<Socket> {
  const { checkedAddresses, connectUntil, port } = options as CheckedOptions
  return connectToFirst(checkedAddresses, Number(port), connectUntil)
}

/** Connects to checked addresses only. */
export class PlainConnections extends http.Agent {
  override createConnection(options: ClientRequestArgs, created: Created): undefined {
    connectFor(options).then((socket) => created(null, socket), created)
  }
}

/** Connects to checked addresses only. The certificate is checked against the URL's host. */
export class SecureConnections extends https.Agent {
  override createConnection(options: RequestOptions, created: Created): undefined {
    connectFor(options).then(
      (socket) => created(null, tls.connect({ ...(options as tls.ConnectionOptions), socket })),
      created,
    )
  }
}
