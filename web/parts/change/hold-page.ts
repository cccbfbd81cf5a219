const ask = (event: BeforeUnloadEvent): void => event.preventDefault()

let holds = 0

/** Asks before the page goes, until the returned function is called. */
export function holdPage(): () => void {
  if (holds++ === 0) addEventListener('beforeunload', ask)
  let held = true
  return () => {
    if (held && --holds === 0) removeEventListener('beforeunload', ask)
    held = false
  }
}
