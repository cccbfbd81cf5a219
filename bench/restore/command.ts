import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { bureau } from '../../test/server.ts'
import { memoryOf } from '../files/memory.ts'

export interface Ran {
  readonly ms: number
  /** Of the command's own process; 0 if it runs in the server or the platform does not tell. */
  readonly peakBytes: number
  readonly stdout: string
}

const everyMs = 100

/** Runs a program and watches its memory. Throws if it fails. */
export async function runMeasured(
  program: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const startedMs = performance.now()
  const child = spawn(program, words, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let peakBytes = 0
  const watch = setInterval(() => {
    void memoryOf(child.pid ?? 0).then(
      (memory) => (peakBytes = Math.max(peakBytes, memory.peakBytes || 0)),
      () => undefined,
    )
  }, everyMs)
  const ended = once(child, 'close') as Promise<[number | null]>
  const [stdout, said, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  clearInterval(watch)
  if (code !== 0) throw new Error(`${program} ${words.join(' ')}: ${code} ${said}`)
  return { ms: performance.now() - startedMs, peakBytes, stdout }
}

export const runBureau = (words: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> =>
  runMeasured(bureau, words, env)
