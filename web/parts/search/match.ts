/** A name in three parts. The second one matches. */
export type Match = readonly [before: string, match: string, after: string]

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** As the server compares names: without case and Unicode composition. */
const fold = (text: string): string =>
  text.normalize('NFD').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')

/** Where the query is in the name. Undefined where only the server finds it. */
export function matchIn(name: string, query: string): Match | undefined {
  const wanted = fold(query)
  if (wanted === '') return undefined
  let folded = ''
  const starts: number[] = []
  const ends: number[] = []
  for (const { segment, index } of graphemes.segment(name)) {
    const part = fold(segment)
    for (let unit = 0; unit < part.length; unit++) {
      starts.push(index)
      ends.push(index + segment.length)
    }
    folded += part
  }
  const at = folded.indexOf(wanted)
  if (at < 0) return undefined
  const [start = 0, end = 0] = [starts[at], ends[at + wanted.length - 1]]
  return [name.slice(0, start), name.slice(start, end), name.slice(end)]
}
