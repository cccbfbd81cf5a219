/** The region Uploads: files on their way and work on files. On every page, and empty without any. */
export function Tray() {
  return null
}
