import type { ReactNode } from 'react'
import { PageHead } from '../../ui/page/page-head.tsx'

interface NoticeProps {
  readonly title: string
  readonly sentence: string
  readonly children?: ReactNode
}

/** A page that only says something, with one way on. */
export function Notice({ title, sentence, children }: NoticeProps) {
  return (
    <div className="stack">
      <PageHead title={title}>{sentence}</PageHead>
      {children}
    </div>
  )
}
