/** Gets how many of all bytes are done. */
export type Report = (done: number, total: number) => void

/** Reports at once, so that the caller knows that the work was accepted. Returns what takes the bytes of each step. */
export function progressOf(total: number, report: Report): (bytes: number) => void {
  let done = 0
  report(done, total)
  return (bytes) => {
    done += bytes
    report(done, total)
  }
}
