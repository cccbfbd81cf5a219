import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lookup } from 'mime-types'
import type { ColorScheme } from '../../platform/pages/color-scheme.ts'

/** A file under a name that has a hash of its content, in each coding that the build stored. */
export interface BuiltFile {
  readonly type: string
  readonly bytes: Buffer
  readonly codings: Readonly<Partial<Record<string, Buffer>>>
}

export interface IndexPage {
  readonly markup: string
  readonly etag: string
}

/** What `bin/client.mjs` made of `web/`. */
export interface Build {
  readonly index: (scheme: ColorScheme | undefined) => IndexPage
  readonly files: ReadonlyMap<string, BuiltFile>
}

/** By preference. */
export const storedCodings: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' }

/** The whole build, which is some megabytes. Undefined if there is none. */
export function readBuild(directory: string): Build | undefined {
  const indexFile = join(directory, 'index.html')
  if (!existsSync(indexFile)) return undefined
  const markup = readFileSync(indexFile, 'utf8')
  const variants = {
    system: indexPage(markup, undefined),
    light: indexPage(markup, 'light'),
    dark: indexPage(markup, 'dark'),
  }
  const names = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile() && hashed.test(entry.name))
    .map(({ name }) => name)
  return {
    index: (scheme) => variants[scheme ?? 'system'],
    files: new Map(names.map((name) => [name, builtFile(join(directory, name))])),
  }
}

/** Vite's names: `index-BXaOzIyP.js`. */
const hashed = /-[\w-]{8}\.(?!br$|gz$)\w+$/

function builtFile(path: string): BuiltFile {
  const stored = Object.entries(storedCodings).filter(([, extension]) => existsSync(path + extension))
  const type = lookup(path) || 'application/octet-stream'
  return {
    type: type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    bytes: readFileSync(path),
    codings: Object.fromEntries(
      stored.map(([coding, extension]) => [coding, readFileSync(path + extension)]),
    ),
  }
}

/** Without a script the scheme must be in the page, or the wrong one would show for a moment. */
function indexPage(template: string, scheme: ColorScheme | undefined): IndexPage {
  const markup = scheme
    ? template
        .replace('<html lang="en">', `<html lang="en" data-scheme="${scheme}">`)
        .replace('name="color-scheme" content="light dark"', `name="color-scheme" content="${scheme}"`)
    : template
  return { markup, etag: `"${createHash('sha256').update(markup).digest('base64url')}"` }
}
