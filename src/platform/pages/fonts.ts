import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A part of the typeface for one script; browsers fetch it when a page has a character of its range. */
interface Face {
  /** Of its bytes, so that a path never means two things. */
  readonly path: string
  readonly bytes: Buffer
  readonly unicodeRange: string
}

/** Below which the pages of an origin find what belongs to them. */
export const assetsPath = '/assets/'

const packagedCss = new URL(import.meta.resolve('@fontsource-variable/inter/index.css'))
const declaration = /url\(\.\/files\/(inter-[\w-]+?)-wght-normal\.woff2\)[^}]*?unicode-range: ([^;]+);/g

/** Inter, upright and of any weight, as its package cuts it into scripts. */
const faces: readonly Face[] = [...readFileSync(packagedCss, 'utf8').matchAll(declaration)].map(
  ([, name = '', unicodeRange = '']) => {
    const bytes = readFileSync(new URL(`files/${name}-wght-normal.woff2`, packagedCss))
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
    return { path: `${assetsPath}${name}.${hash}.woff2`, bytes, unicodeRange }
  },
)

/** Path → the font there. */
export const fonts: ReadonlyMap<string, Buffer> = new Map(faces.map(({ path, bytes }) => [path, bytes]))

/** The part that every page needs, worth to be fetched before the style is read. */
export const latinFont = [...fonts.keys()].find((path) => path.startsWith(`${assetsPath}inter-latin.`)) ?? ''

/** For the style of a page; its policy has to allow fonts of its own origin. */
export const fontFaces = faces
  .map(
    ({ path, unicodeRange }) =>
      '@font-face{font-family:Inter;font-style:normal;font-weight:100 900;font-display:swap;' +
      `src:url(${path}) format("woff2");unicode-range:${unicodeRange}}`,
  )
  .join('\n')
