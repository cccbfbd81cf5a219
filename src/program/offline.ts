import { setTimeout as delay } from 'node:timers/promises'
import { installedOf } from './installed.ts'
import { openInstance, openUnmigrated, type Instance } from './instance.ts'
import { monotonicMs } from '../platform/clock.ts'
import { DataDirectoryTaken } from '../platform/data-directory.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { callServer, type Invocation } from '../cli/client.ts'
import type { CommandContext, Prepared } from '../cli/command.ts'
import { perform, prepare } from '../cli/execute.ts'
import { failed, type Outcome } from '../cli/outcome.ts'

/** A starting or stopping server, or another command, may hold the directory for a moment. */
const takenMsMax = 20_000
const takenPauseMs = 200

interface OfflineOptions {
  readonly dataDir: string
  readonly env: NodeJS.ProcessEnv
  readonly invocation: Invocation
}

/** Runs a command in this process, on an installation without a running server. */
export async function runOffline(
  argv: readonly string[],
  { dataDir, env, invocation }: OfflineOptions,
): Promise<Outcome> {
  const readied = prepare(argv)
  if ('outcome' in readied) return readied.outcome
  const { prepared } = readied
  const signal = prepared.long ? invocation.takeInterrupts() : new AbortController().signal
  const startedMs = monotonicMs()
  for (;;) {
    const instance = await open({ dataDir, env, invocation, prepared, signal })
    if (instance instanceof DataDirectoryTaken) {
      // It may be a server that is about to listen.
      const outcome = await callServer(dataDir, argv, invocation)
      if (outcome) return outcome
      if (monotonicMs() - startedMs > takenMsMax) return failed(1, instance.message)
      await delay(takenPauseMs)
    } else if (instance instanceof OperatorError) {
      return failed(1, instance.message)
    } else {
      return performOn(instance, () => perform(prepared, contextOf(instance, invocation, signal)))
    }
  }
}

const contextOf = (
  instance: Instance,
  { cwd, progress }: Invocation,
  signal: AbortSignal,
): CommandContext => ({
  ...instance.context,
  ...installedOf(instance),
  serverRuns: false,
  cwd,
  progress,
  signal,
})

interface Opening extends OfflineOptions {
  readonly prepared: Pick<Prepared, 'onAnySchema'>
  readonly signal: AbortSignal
}

async function open({
  dataDir,
  env,
  invocation,
  prepared,
  signal,
}: Opening): Promise<Instance | OperatorError> {
  const options = { dataDir, env, purpose: 'command' } as const
  try {
    if (prepared.onAnySchema) return await openUnmigrated(options)
    return await openInstance(options, { progress: invocation.progress, signal })
  } catch (error) {
    if (error instanceof OperatorError) return error
    throw error
  }
}

async function performOn(instance: Instance, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } finally {
    await instance.close()
  }
}
