import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const directory = join(import.meta.dirname, '../web/dist')

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

type Manifest = Readonly<Record<string, Chunk>>

/** Files of chunks and of all that they import at once. */
function filesOf(manifest: Manifest, names: readonly string[]): ReadonlySet<string> {
  const chunks = new Set(names)
  const files = new Set<string>()
  // A set also visits what is added while it is walked.
  for (const name of chunks) {
    const { file, imports = [], css = [] } = manifest[name] ?? {}
    for (const each of [file, ...css]) if (each !== undefined) files.add(each)
    for (const imported of imports) chunks.add(imported)
  }
  return files
}

const zippedBytes = (files: ReadonlySet<string>): number =>
  [...files].reduce((sum, file) => sum + statSync(join(directory, `${file}.gz`)).size, 0)

/** `routes/w.$workspace.keys.tsx?tsr-split=component` → `w.$workspace.keys`. */
const routeOf = (chunk: string): string | undefined => /^routes\/(.+)\.tsx(?:\?|$)/.exec(chunk)?.[1]

describe.skipIf(!existsSync(directory))('the build of the web client', () => {
  const manifest = () => JSON.parse(readFileSync(join(directory, '.vite/manifest.json'), 'utf8')) as Manifest

  test('loads at most 200 KB of scripts and styles, compressed with gzip, for whatever page is the first', () => {
    const chunks = manifest()
    const entries = Object.keys(chunks).filter((name) => chunks[name]?.isEntry)
    expect(entries).toHaveLength(1)
    const routes = Object.keys(chunks).flatMap((name) => routeOf(name) ?? [])
    const sizes = routes.map((route) => {
      // The route with the layouts around it.
      const around = Object.keys(chunks).filter((name) => {
        const outer = routeOf(name)
        return outer !== undefined && (outer === route || route.startsWith(`${outer}.`))
      })
      return { route, bytes: zippedBytes(filesOf(chunks, [...entries, ...around])) }
    })
    expect(sizes.length).toBeGreaterThan(0)
    expect(sizes.filter(({ bytes }) => bytes > 200 * 1024)).toEqual([])
  })

  test('fits into memory: 8 MB at most', () => {
    const bytes = readdirSync(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0)
    expect(bytes).toBeLessThan(8 * 1024 * 1024)
  })
})
