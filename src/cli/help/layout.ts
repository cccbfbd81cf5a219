/** Help is printed by the server, which does not know how wide the terminal is. */
const widthMax = 80
const leftMax = 26

/** Lines of at most 80 characters, unless a word is longer. */
export function wrapped(text: string, indent: number, hanging = indent): string[] {
  const lines: string[] = []
  let line = ' '.repeat(indent)
  let isEmpty = true
  for (const word of text.split(/[ \n]+/)) {
    if (!isEmpty && line.length + 1 + word.length > widthMax) {
      lines.push(line)
      line = ' '.repeat(hanging)
      isEmpty = true
    }
    line += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  return [...lines, line]
}

export type Row = readonly [left: string, right: string]

/** The width of the left column; wider cells have a line of their own. */
export const leftWidth = (rows: readonly Row[]): number =>
  Math.max(3, ...rows.map(([left]) => left.length).filter((length) => length <= leftMax))

/** Two columns. */
export function columns(rows: readonly Row[], indent: number, width = leftWidth(rows)): string[] {
  return rows.flatMap(([left, right]) => {
    const [first = '', ...others] = wrapped(right, indent + width + 2)
    const start = ' '.repeat(indent) + left
    return left.length > width ? [start, first, ...others] : [start + first.slice(start.length), ...others]
  })
}

/** An option with its value, or a word. Quotes are single ones. */
const piece = /(?:--[\w-]+ (?!-))?(?:[^\s']|'[^']*')+/g

/** A command line, continued with backslashes so that it can be copied. */
export function commandLines(line: string, indent: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const [part] of line.matchAll(piece)) {
    if (current !== '' && current.length + part.length + 3 > widthMax) {
      lines.push(`${current} \\`)
      current = ' '.repeat(indent * 2) + part
    } else current = current === '' ? ' '.repeat(indent) + part : `${current} ${part}`
  }
  return [...lines, current]
}
