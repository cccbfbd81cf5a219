import { useEffect, useState } from 'react'
import { uiWords } from '../words/words.ts'
import { copyText } from './copy-text.ts'
import { toast } from './toasts/toast.ts'

/** `copied` is true for two seconds after `copy`. */
export function useCopy(text: string): { readonly copied: boolean; readonly copy: () => void } {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => {
    void copyText(text).then((done) => {
      setCopied(done)
      if (!done) toast.problem(uiWords.copyFailed)
    })
  }
  return { copied, copy }
}
