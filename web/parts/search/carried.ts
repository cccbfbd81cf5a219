/** What a person typed, and where the caret is. */
export interface Typed {
  readonly text: string
  readonly start: number
  readonly end: number
}

let typed: Typed | undefined

/** From the searchbox of one page to that of the results, so that the person types on. */
export const carried = {
  give: (what: Typed): void => {
    typed = what
  },
  /** Undefined when nobody typed. */
  look: (): Typed | undefined => typed,
  forget: (): void => {
    typed = undefined
  },
}
