interface SearchBoxProps {
  /** What was searched for, on the results page. */
  readonly query?: string
}

/** The searchbox *Search files*: goes to `/w/{w}/search?q=` while the person types. */
export function SearchBox(_props: SearchBoxProps) {
  return null
}
