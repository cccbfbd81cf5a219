import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { freePort } from '../../../test/free-port.ts'
import { isInstalled } from '../../../test/programs.ts'

export const redisMissing = !isInstalled('redis-server')

/** A real Redis of the test's own, empty and without files, that can be killed, frozen and started again. */
export async function startRedis() {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child = spawnRedis(port)

  async function up(): Promise<void> {
    const probe = new Redis(url, { retryStrategy: () => 20 })
    probe.on('error', () => {})
    await probe.ping()
    probe.disconnect()
  }

  await up()
  return {
    url,
    kill: async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
    restart: async () => {
      child = spawnRedis(port)
      await up()
    },
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
  }
}

const spawnRedis = (port: number) =>
  spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  })
