import http, { type ClientRequestArgs } from 'node:http'
import https, { type RequestOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import { connectToFirst } from './connect.ts'

/** What the agents of this folder need to know about a request. */
export interface CheckedOptions extends RequestOptions {
  /** The addresses of the host, each one checked. The name is not resolved again. */
  readonly checkedAddresses: readonly string[]
  /** Ends an attempt to connect. */
  readonly connectUntil: AbortSignal
}

type Created = (error: Error | null, socket?: Duplex) => void

/** Node hands an agent the options of the request, ours included. */
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

/** Connects to checked addresses only. The certificate is checked against the host of the URL. */
export class SecureConnections extends https.Agent {
  override createConnection(options: RequestOptions, created: Created): undefined {
    connectFor(options).then(
      (socket) => created(null, tls.connect({ ...(options as tls.ConnectionOptions), socket })),
      created,
    )
  }
}
