interface Person {
  readonly email: string
  readonly name: string | null
}

const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** People with every word of the text in their name or address, whatever the case and the accents. */
export function matching<P extends Person>(people: readonly P[], text: string): readonly P[] {
  const words = folded(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return people
  return people.filter(({ email, name }) => {
    const hay = folded(`${name ?? ''} ${email}`)
    return words.every((word) => hay.includes(word))
  })
}
