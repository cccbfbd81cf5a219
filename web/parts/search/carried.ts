/** What a person typed, and where the caret is. */
interface Typed {
  readonly text: string
  readonly start: number
  readonly end: number
}

let typed: Typed | undefined
let leftAt: number | undefined

/** From the searchbox of one page to that of the results, so that the person types on, and back. */
export const carried = {
  give: (what: Typed): void => {
    typed = what
  },
  /** Undefined when nobody typed. */
  look: (): Typed | undefined => typed,
  forget: (): void => {
    typed = undefined
  },
  /** The page with this position in the history was left for the results. */
  leave: (position: number): void => {
    leftAt = position
  },
  /** The results were opened in another way, unless they come right after that page. */
  arrive: (position: number): void => {
    if (leftAt !== position - 1) leftAt = undefined
  },
  /** How many pages back that is. Dialogs of the results may have become pages of the history. */
  stepsBack: (position: number): number =>
    leftAt === undefined || leftAt >= position ? 1 : position - leftAt,
}
