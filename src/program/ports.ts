import { once } from 'node:events'
import { createServer } from 'node:net'
import { OperatorError } from '../platform/operator-error.ts'
import type { Config } from './config.ts'
import type { OriginName } from './roles.ts'

interface Port {
  readonly variable: string
  readonly hostVariable: string
  readonly host: string
  readonly port: number
}

/** Where an origin listens, and what the operator sets to change that. */
export const portOf = (config: Config, name: OriginName): Port => ({
  variable: `BUREAU_${name.toUpperCase()}_PORT`,
  hostVariable: 'BUREAU_HOST',
  host: config.host,
  port: config.ports[name],
})

/** Throws one `OperatorError` with a line for every port that cannot be listened on, so that one start shows them all. */
export async function refuseBusyPorts(config: Config, names: readonly OriginName[]): Promise<void> {
  const { operations } = config
  const ports = names.map((name) => portOf(config, name))
  if (operations.portChosen)
    ports.push({ variable: 'BUREAU_OPERATIONS_PORT', hostVariable: 'BUREAU_OPERATIONS_HOST', ...operations })
  const problems = await Promise.all(ports.filter(({ port }) => port !== 0).map(tryPort))
  const sentences = problems.filter((sentence) => sentence !== undefined)
  if (sentences.length > 0) throw new OperatorError(sentences.join('\n'))
}

async function tryPort(wanted: Port): Promise<string | undefined> {
  const server = createServer()
  try {
    server.listen(wanted.port, wanted.host)
    await once(server, 'listening')
  } catch (error) {
    return portProblem(error, wanted)
  }
  server.close()
  await once(server, 'close')
  return undefined
}

/** What the operator is told; undefined when the error is not about the port. */
export function portProblem(
  error: unknown,
  { variable, hostVariable, host, port }: Port,
): string | undefined {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set ${variable} to another port.`
  if (code === 'EACCES') return `This user may not open port ${port}. Set ${variable} to another port.`
  if (code === 'EADDRNOTAVAIL') return `${hostVariable} ${host} is not an address of this machine.`
  return undefined
}
