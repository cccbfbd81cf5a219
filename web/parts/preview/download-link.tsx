import type { KeyboardEvent } from 'react'
import { buttonClass } from '../../ui/action/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { filesWords } from '../../words/words.ts'

/** Buttons react to the space bar; links don't. */
function press(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}

/** A button that is a link, so that the browser downloads: also by its context menu, and without the app. */
export function DownloadLink({ href, name }: { readonly href: string; readonly name: string }) {
  return (
    <a role="button" href={href} download={name} className={buttonClass('filled')} onKeyDown={press}>
      <Icon name="download" />
      {filesWords.preview.download}
    </a>
  )
}
