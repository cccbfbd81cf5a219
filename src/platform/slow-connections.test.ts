import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { makeCertificate } from './outgoing/hosts.testing.ts'
import { stalledHost } from './outgoing/stalled-host.testing.ts'
import { allowSlowConnections } from './slow-connections.ts'

test('a server that takes a second to connect is reached although another of its addresses is dead', async () => {
  const [live, dead] = ['127.0.0.1', '127.0.1.1']
  const certificate = makeCertificate('IP:127.0.0.1')
  using host = await stalledHost(certificate, [live])
  using other = await stalledHost(certificate, [dead], host.port)
  allowSlowConnections()
  const addresses = [live, dead].map((address) => ({ address, family: 4 }))
  const socket = connect({
    host: 'database.test',
    port: other.port,
    lookup: (_name, _options, found) => found(null, addresses),
  })
  setTimeout(host.wake, 300)
  await once(socket, 'connect')
  expect(socket.remoteAddress).toBe(live)
  socket.destroy()
})
