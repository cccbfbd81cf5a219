// Builds the web client into web/dist when its sources, what they import, or the packages changed. The build is stored as
// the server sends it: each file beside its Brotli and gzip forms.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
export const sources = join(root, 'web')
const config = join(sources, 'vite.config.ts')
/** Made by the build, and needed to check the types of the sources. */
const routeTree = join(sources, 'route-tree.gen.ts')
const built = join(sources, 'dist')
const digestFile = join(built, 'sources.sha256')

const isDerived = (name) => /^dist|^\.|\.gen\.ts$|\.test\.ts$|^node_modules$/.test(name)

function filesBelow(directory) {
  return readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => !isDerived(name))
    .flatMap((entry) => {
      const path = join(directory, entry.name)
      return entry.isDirectory() ? filesBelow(path) : [path]
    })
}

/** Of the sources, of all files that they import, directly or through others, and of the lock file. */
function digestOfSources() {
  const files = new Set(filesBelow(sources).sort())
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  // A set also visits what is added while it is walked.
  for (const file of files) {
    const bytes = readFileSync(file)
    hash.update(`\n${relative(root, file)} ${bytes.length}\n`).update(bytes)
    if (!/\.tsx?$/.test(file)) continue
    for (const [, target] of bytes.toString().matchAll(/\bfrom\s+'(\.[^']+\.ts)'/g)) {
      const imported = join(dirname(file), target)
      if (!isDerived(imported) && existsSync(imported)) files.add(imported)
    }
  }
  return hash.digest('hex')
}

/** An installed package has the build and not its sources. */
export function isClientBuilt() {
  if (!existsSync(config)) return true
  if (!existsSync(routeTree) || !existsSync(digestFile)) return false
  return readFileSync(digestFile, 'utf8') === digestOfSources()
}

/** Undefined, or why it failed. What was built before stays then. */
export async function buildClient(node) {
  process.stderr.write('bureau: building the web client\n')
  const digest = digestOfSources()
  const fresh = `${built}.new`
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const words = ['build', '--config', config, '--configLoader', 'native', '--outDir', fresh, '--emptyOutDir']
  const env = { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' }
  const { status, error, stdout, stderr } = spawnSync(node, [vite, ...words], {
    cwd: root,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    return error ? error.message : reasonIn(stderr || stdout)
  }
  await compressBelow(fresh)
  await writeFile(join(fresh, 'sources.sha256'), digest)
  rmSync(`${built}.old`, { recursive: true, force: true })
  if (existsSync(built)) renameSync(built, `${built}.old`)
  renameSync(fresh, built)
  rmSync(`${built}.old`, { recursive: true, force: true })
  return undefined
}

function reasonIn(output) {
  const lines = output.split('\n').map((line) => line.trim())
  return lines.find((line) => /error/i.test(line) && !/^error during build:?$/i.test(line)) ?? lines[0] ?? ''
}

const [packBrotli, packGzip] = [promisify(brotliCompress), promisify(gzip)]

async function compressBelow(directory) {
  const names = (await readdir(directory)).filter((name) => /\.(js|css|svg|json)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name)
      const bytes = await readFile(path)
      // Quality 11 is the default of Brotli.
      const [brotli, zipped] = await Promise.all([packBrotli(bytes), packGzip(bytes, { level: 9 })])
      await writeFile(`${path}.br`, brotli)
      await writeFile(`${path}.gz`, zipped)
    }),
  )
}
