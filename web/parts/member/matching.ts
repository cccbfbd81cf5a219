interface Person {
  readonly email: string
  readonly name: string | null
}

const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

export interface Searchable<P extends Person> {
  readonly person: P
  readonly text: string
}

/** Made once for a list, because it takes longer than a search. */
export const searchable = <P extends Person>(people: readonly P[]): readonly Searchable<P>[] =>
  people.map((person) => ({ person, text: folded(`${person.name ?? ''} ${person.email}`) }))

/** People with every word of the text in their name or address, whatever the case and the accents. */
export function matching<P extends Person>(people: readonly Searchable<P>[], text: string): readonly P[] {
  const words = folded(text).split(/\s+/).filter(Boolean)
  return people.filter((each) => words.every((word) => each.text.includes(word))).map(({ person }) => person)
}
