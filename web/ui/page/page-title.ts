import { useEffect } from 'react'
import { uiWords } from '../../words/words.ts'

/** Shows the heading of the page in its tab. */
export function usePageTitle(heading: string): void {
  useEffect(() => {
    document.title = uiWords.title(heading)
  }, [heading])
}
