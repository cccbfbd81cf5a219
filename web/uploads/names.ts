const charactersMax = 255

/** How names are compared: without case and composition. */
export const foldName = (name: string): string => name.normalize('NFC').toLowerCase()

/** `archive.tar.gz` ends with `.tar.gz`, and `.profile` with nothing. */
const parts = /^(?<stem>.+?)(?<extension>(?:\.tar)?\.[^.\s/]{1,16})?$/su
const numbered = /^(?<stem>.*) \((?<number>[1-9]\d{0,5})\)$/su

/** `report (2).pdf` with 2, and `report (3).pdf` too if the name is `report (2).pdf`. */
function nameWith(name: string, step: number): string {
  const { stem: whole = name, extension = '' } = parts.exec(name)?.groups ?? {}
  const { stem = whole, number = '1' } = numbered.exec(whole)?.groups ?? {}
  const end = ` (${Number(number) + step})${extension}`
  return (
    Array.from(stem)
      .slice(0, charactersMax - end.length)
      .join('') + end
  )
}

/** Names for a twin, in the order in which they are tried. */
export const twinNames = (name: string, count: number, tried = 0): readonly string[] =>
  Array.from({ length: count }, (_, index) => nameWith(name, tried + index + 1))

/** `report (2).pdf`: the first name that is free. `taken` gets folded names. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let step = 1; taken.has(foldName(free)); step++) free = nameWith(name, step)
  return free
}
