const pauseMs = 1000

/** Without accents and case. */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The next name that begins so, from `index` on, around the end. -1: none. */
export function findName(names: readonly string[], typed: string, index: number): number {
  const wanted = folded(typed)
  const begins = (at: number): boolean => folded(names[at] ?? '').startsWith(wanted)
  for (let step = 0; step < names.length; step++) {
    const at = (Math.max(index, 0) + step) % names.length
    if (begins(at)) return at
  }
  return -1
}

/** Collects what is typed without a long pause. The same letter again goes on to the next name. */
export function typeahead(): (
  letter: string,
  atMs: number,
  names: readonly string[],
  index: number,
) => number {
  let typed = ''
  let lastMs = -pauseMs
  return (letter, atMs, names, index) => {
    typed = atMs - lastMs < pauseMs ? typed + letter : letter
    lastMs = atMs
    const isRepeated = typed === letter.repeat(typed.length)
    return isRepeated ? findName(names, letter, index + 1) : findName(names, typed, index)
  }
}
