import { useRouter, type RouterHistory } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useWorkspace } from '../session/session.ts'
import { carried } from './carried.ts'
import { searchPace } from './pace.ts'

const charactersMax = 200

/** As the server takes it. */
const queryOf = (text: string): string => Array.from(text.trim()).slice(0, charactersMax).join('')

/** In the history of the browser. */
const positionIn = ({ location }: RouterHistory): number => location.state.__TSR_index

/** What is in the box, and what was searched for by it. It follows the address, as after Back. */
function useText(query: string | undefined) {
  const [text, setText] = useState(() => (query === undefined ? '' : (carried.look()?.text ?? query)))
  const [sent, setSent] = useState(query)
  const [shown, setShown] = useState(query)
  if (shown !== query) {
    setShown(query)
    if (query !== sent) {
      setSent(query)
      setText(query ?? '')
    }
  }
  return { text, setText, sent, setSent }
}

/** The text of the searchbox. On the results page, `query` is what was searched for; elsewhere it is undefined. */
export function useTyping(query: string | undefined) {
  const router = useRouter()
  const workspace = String(useWorkspace().id)
  const onResults = query !== undefined
  const input = useRef<HTMLInputElement>(null)
  const { text, setText, sent, setSent } = useText(query)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const left = useRef(false)

  const go = (q: string): void => {
    setSent(q)
    void router.navigate({
      to: '/w/$workspace/search',
      params: { workspace },
      search: (now) => ({ ...(onResults && now), q: q === '' ? undefined : q }),
      replace: onResults,
    })
  }

  const searchSoon = (typed: string): void => {
    clearTimeout(timer.current)
    const q = queryOf(typed)
    if (q === sent) return
    const waitMs = q === '' ? 0 : searchPace.waitMs(performance.now())
    timer.current = setTimeout(() => go(q), waitMs)
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  const takeOver = useEffectEvent(() => {
    if (!onResults) return
    carried.arrive(positionIn(router.history))
    const typed = carried.look()
    if (!typed) {
      if (query === '') input.current?.focus()
      return
    }
    carried.forget()
    input.current?.focus()
    input.current?.setSelectionRange(typed.start, typed.end)
    searchSoon(typed.text)
  })
  useLayoutEffect(() => takeOver(), [])

  return {
    input,
    text,
    /** `composing`: an input method has not finished a word. */
    type: (typed: string, composing: boolean): void => {
      setText(typed)
      if (composing) return
      if (onResults) return searchSoon(typed)
      const { selectionStart, selectionEnd } = input.current ?? {}
      carried.give({
        text: typed,
        start: selectionStart ?? typed.length,
        end: selectionEnd ?? typed.length,
      })
      // What is typed until the results page is there goes along.
      if (left.current || queryOf(typed) === '') return
      left.current = true
      carried.leave(positionIn(router.history))
      go(queryOf(typed))
    },
    /** Without a wait. */
    flush: (): void => {
      clearTimeout(timer.current)
      const q = queryOf(text)
      if (q !== '' && q !== sent) go(q)
    },
    clear: (): void => {
      clearTimeout(timer.current)
      setText('')
      if (!onResults) return
      if (router.history.canGoBack()) router.history.go(-carried.stepsBack(positionIn(router.history)))
      else void router.navigate({ to: `/w/${workspace}/files` })
    },
    /** Fetches the code of the results page. */
    prepare: (): void => {
      if (!onResults) void router.preloadRoute({ to: '/w/$workspace/search', params: { workspace } })
    },
  }
}
