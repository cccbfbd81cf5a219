import { useEffect, useState, type RefObject } from 'react'

/** Whether a pointer that can hover is over an element. */
export function usePointerInside(box: RefObject<HTMLElement | null>): boolean {
  const [isInside, setInside] = useState(false)
  useEffect(() => {
    const { current: element } = box
    if (!element) return
    const enter = ({ pointerType }: PointerEvent) => setInside(pointerType === 'mouse')
    const leave = () => setInside(false)
    element.addEventListener('pointerenter', enter)
    element.addEventListener('pointerleave', leave)
    return () => {
      element.removeEventListener('pointerenter', enter)
      element.removeEventListener('pointerleave', leave)
    }
  }, [box])
  return isInside
}
