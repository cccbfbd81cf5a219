import { useRef } from 'react'
import { IconButton } from '../../ui/action/icon-button.tsx'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { searchWords as words } from '../../words/words.ts'
import styles from '../search/search-box.module.css'
import { useTyping } from '../search/use-typing.ts'

interface SearchBoxProps {
  /** What was searched for, on the results page; `''` is nothing yet. */
  readonly query?: string
  /** The arrow down leaves the box for the results. */
  readonly onLeave?: () => void
}

/** The searchbox *Search files*: goes to `/w/{w}/search?q=` while the person types. */
export function SearchBox({ query, onLeave }: SearchBoxProps) {
  const { input, text, type, flush, clear, prepare } = useTyping(query)
  const composing = useRef(false)
  const onResults = query !== undefined
  return (
    <search className={styles.search}>
      <SearchInput
        ref={input}
        label={words.box}
        value={text}
        enterKeyHint="search"
        onFocus={prepare}
        onChange={(typed) => type(typed, composing.current)}
        onCompositionStart={() => {
          composing.current = true
        }}
        onCompositionEnd={({ currentTarget }) => {
          composing.current = false
          type(currentTarget.value, false)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') flush()
          else if (event.key === 'Escape' && (text !== '' || onResults)) {
            // The browser would only empty the box.
            event.preventDefault()
            event.stopPropagation()
            clear()
          } else if (event.key === 'ArrowDown' && onLeave) {
            event.preventDefault()
            onLeave()
          }
        }}
      />
      {onResults && (
        <span className={styles.clear}>
          <IconButton icon="close" small label={words.clear} onClick={clear} />
        </span>
      )}
    </search>
  )
}
