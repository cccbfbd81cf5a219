// Everything that must hold before a change is merged: `npm run check`. Goes on after a failure, so that one run shows
// all of them. `--without-tests` leaves the tests out, where they ran already.
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

await import('./setup.mjs')

const root = fileURLToPath(new URL('..', import.meta.url))
const env = { ...process.env, PATH: join(root, 'node_modules', '.bin') + delimiter + process.env.PATH }

const steps = [
  ['types', 'tsc', '-p', '.'],
  ['types of the client', 'tsc', '-p', 'web'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['format', 'oxfmt', '--check'],
  ['unused code', 'knip', '--no-config-hints'],
  ['API documents', 'redocly', 'lint'],
  ['generated files', 'node', 'tools/generate.ts', '--check'],
  ...(process.argv.includes('--without-tests') ? [] : [['tests', 'vitest', 'run']]),
]

for (const [name, command, ...args] of steps) {
  const started = performance.now()
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}, ${seconds} s`)
  if (status === 0) continue
  process.exitCode = 1
  console.log(`${stdout}${stderr}`.trimEnd())
}
