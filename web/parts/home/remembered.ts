/** Whether this browser keeps a mark. Storage may be full or forbidden: nothing is marked then. */
export function isMarked(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

export function mark(key: string, marked: boolean): void {
  try {
    if (marked) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // The mark lasts as long as the page.
  }
}
