import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/call.ts'
import { read } from '../../api/queries.ts'

/** The text that the address of this page named at first. It may be older than those listed, or assigned. */
export function useLinkedText(id: number | undefined) {
  const [linked] = useState(id)
  const isLinked = id !== undefined && id === linked
  const text = useQuery({ ...read('getUnrouted', { id: linked ?? 0 }), enabled: isLinked })
  return {
    text: isLinked ? text.data : undefined,
    isGone: isLinked && text.error instanceof ApiError && text.error.status === 404,
  }
}
