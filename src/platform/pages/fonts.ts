import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

interface Face {
  readonly path: string
  readonly bytes: Buffer
  readonly unicodeRange: string
}

export const assetsPath = '/assets/'

const packagedCss = new URL(import.meta.resolve('@fontsource-variable/inter/index.css'))
const declaration = /url\(\.\/files\/(inter-[\w-]+?)-wght-normal\.woff2\)[^}]*?unicode-range: ([^;]+);/g

const faces: readonly Face[] = [...readFileSync(packagedCss, 'utf8').matchAll(declaration)].map(
  ([, name = '', unicodeRange = '']) => {
    const bytes = readFileSync(new URL(`files/${name}-wght-normal.woff2`, packagedCss))
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
    return { path: `${assetsPath}${name}.${hash}.woff2`, bytes, unicodeRange }
  },
)

export const fonts: ReadonlyMap<string, Buffer> = new Map(faces.map(({ path, bytes }) => [path, bytes]))

export const latinFont = [...fonts.keys()].find((path) => path.startsWith(`${assetsPath}inter-latin.`)) ?? ''

/** The page's policy must allow fonts of its own origin. */
export const fontFaces = faces
  .map(
    ({ path, unicodeRange }) =>
      '@font-face{font-family:Inter;font-style:normal;font-weight:100 900;font-display:swap;' +
      `src:url(${path}) format("woff2");unicode-range:${unicodeRange}}`,
  )
  .join('\n')
