import { useSyncExternalStore } from 'react'
import type { Value } from './value.ts'

export const useValue = <T>({ subscribe, get }: Value<T>): T => useSyncExternalStore(subscribe, get)
