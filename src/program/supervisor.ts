import { spawn } from 'node:child_process'

/** Tells systemd (`Type=notify`) that the process is ready, then that it is alive, and from the stop on that it stops. */
export async function supervised<Reason>(env: NodeJS.ProcessEnv, stop: Promise<Reason>): Promise<Reason> {
  if (!env['NOTIFY_SOCKET']) return stop
  tell('READY=1')
  const watchdogUs = Number(env['WATCHDOG_USEC'] ?? 0)
  const alive = watchdogUs > 0 ? setInterval(() => tell('WATCHDOG=1'), watchdogUs / 1000 / 3) : undefined
  try {
    return await stop
  } finally {
    clearInterval(alive)
    tell('STOPPING=1')
  }
}

const extendEveryMs = 15_000
const extensionUs = 60_000_000

/** Until its result is called, systemd lets a start take longer than `TimeoutStartSec=`: a migration must not be killed. */
export function extendStart(env: NodeJS.ProcessEnv): () => void {
  if (!env['NOTIFY_SOCKET']) return () => {}
  const extending = setInterval(() => tell(`EXTEND_TIMEOUT_USEC=${extensionUs}`), extendEveryMs)
  return () => clearInterval(extending)
}

/** Node has no datagram sockets of Unix. A report that is lost shows in systemd itself, which then waits for it. */
function tell(state: string): void {
  spawn('systemd-notify', [state], { stdio: 'ignore' }).on('error', () => {})
}
