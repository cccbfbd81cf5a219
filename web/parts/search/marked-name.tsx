import { matchIn } from './match.ts'

/** A name with the part that was searched for. */
export function MarkedName({ name, query }: { readonly name: string; readonly query: string }) {
  const match = matchIn(name, query)
  if (!match) return <bdi>{name}</bdi>
  const [before, found, after] = match
  return (
    <bdi>
      {before}
      <mark>{found}</mark>
      {after}
    </bdi>
  )
}
