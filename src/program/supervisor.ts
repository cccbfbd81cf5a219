import { spawn } from 'node:child_process'

/** Tells systemd about the state of the process (`Type=notify`). Does nothing under other supervisors. */
export interface Supervisor {
  readonly ready: () => void
  readonly stopping: () => void
  /** Ends the reports that the process is alive. */
  readonly close: () => void
}

export function openSupervisor(env: NodeJS.ProcessEnv): Supervisor {
  if (!env['NOTIFY_SOCKET']) return { ready: () => {}, stopping: () => {}, close: () => {} }
  // Node has no datagram sockets of Unix. A report that is lost shows in systemd itself, which then waits for it.
  const tell = (state: string) => {
    spawn('systemd-notify', [state], { stdio: 'ignore' }).on('error', () => {})
  }
  const watchdogUs = Number(env['WATCHDOG_USEC'] ?? 0)
  const alive =
    watchdogUs > 0 ? setInterval(() => tell('WATCHDOG=1'), watchdogUs / 1000 / 3).unref() : undefined
  return {
    ready: () => tell('READY=1'),
    stopping: () => tell('STOPPING=1'),
    close: () => clearInterval(alive),
  }
}
