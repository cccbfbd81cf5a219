import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'

const program = `
  const { once } = require('node:events')
  const [key, cert, port, ...addresses] = process.argv.slice(1)
  const open = async () => {
    let bound = Number(port)
    for (const host of addresses) {
      const server = require('node:https').createServer({ key, cert }, (_request, response) => response.end('hello'))
      server.on('tlsClientError', () => undefined)
      server.listen({ host, port: bound, backlog: 1 })
      await once(server, 'listening')
      bound = server.address().port
    }
    console.log(bound)
  }
  void open()
`

export interface StalledHost extends Disposable {
  readonly port: number
  /** From here on connections are accepted; those that wait are retried by the kernel, a second after they began. */
  readonly wake: () => void
}

/** An https host on some addresses of this machine. Its process is stopped and its queues are full: it ignores connections. */
export async function stalledHost(
  { key, cert }: { readonly key: string; readonly cert: string },
  addresses: readonly string[],
  port = 0,
): Promise<StalledHost> {
  const child = spawn(process.execPath, ['-e', program, '--', key, cert, String(port), ...addresses], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const bound = Number(line.toString())
  child.kill('SIGSTOP')
  // The queue of a backlog of one takes two connections.
  const waiting = addresses.flatMap((host) => [1, 2, 3].map(() => connect({ host, port: bound })))
  for (const socket of waiting) socket.on('error', () => undefined)
  await Promise.all(waiting.filter((_, at) => at % 3 < 2).map((socket) => once(socket, 'connect')))
  return {
    port: bound,
    wake: () => void child.kill('SIGCONT'),
    [Symbol.dispose]() {
      child.kill('SIGKILL')
      for (const socket of waiting) socket.destroy()
    },
  }
}
