import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from './config.ts'
import type { OriginName } from './roles.ts'

interface Port {
  readonly variable: string
  readonly hostVariable: string
  readonly host: string
  readonly port: number
}

export const portOf = (config: Config, name: OriginName): Port => ({
  variable: `BUREAU_${name.toUpperCase()}_PORT`,
  hostVariable: 'BUREAU_HOST',
  host: config.host,
  port: config.ports[name],
})

export const operationsPortOf = ({ operations: { host, port } }: Config): Port => ({
  variable: 'BUREAU_OPERATIONS_PORT',
  hostVariable: 'BUREAU_OPERATIONS_HOST',
  host,
  port,
})

/** For all ports. Not called before one failed: a client that connects to a port while it is tried is cut off. */
export async function portProblems(config: Config, names: readonly OriginName[]): Promise<readonly string[]> {
  const ports = names.map((name) => portOf(config, name))
  if (config.operations.portChosen) ports.push(operationsPortOf(config))
  const problems = await Promise.all(ports.filter(({ port }) => port !== 0).map(tryPort))
  return problems.filter((sentence) => sentence !== undefined)
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

/** Undefined if the error is not about the port. */
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
