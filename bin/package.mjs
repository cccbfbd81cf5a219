// Prepares `npm pack` after bin/setup.mjs has built the web client: turns the server into JavaScript in lib/, because Node runs no TypeScript
// below node_modules. Types become spaces, so lines and columns of a stack trace are those of the source.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isClientBuilt } from './client.mjs'

if (!isClientBuilt()) throw new Error('The web client is not built.')

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = join(root, 'src')
const built = join(root, 'lib')
/** What a file imports or starts as a thread or process: `from './x.ts'`, `new URL('x.ts', …`. */
const file = /'([\w./-]+)\.ts'/g

rmSync(built, { recursive: true, force: true })
const paths = new Set([join(sources, 'main.ts')])
// A set also visits what is added while it is walked.
for (const path of paths) {
  const code = stripTypeScriptTypes(readFileSync(path, 'utf8'))
  for (const [, target] of code.matchAll(file)) paths.add(join(dirname(path), `${target}.ts`))
  const output = join(built, relative(sources, path).replace(/ts$/, 'js'))
  mkdirSync(dirname(output), { recursive: true })
  writeFileSync(output, code.replace(file, "'$1.js'"))
}
