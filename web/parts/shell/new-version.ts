let missing = false

/** True once a part of the app was missing, because the server has a newer build. */
export const hasNewVersion = (): boolean => missing

/** Lets the page offer "Reload" instead of reloading by itself. */
export function watchMissingParts(): void {
  addEventListener('vite:preloadError', (event) => {
    missing = true
    event.preventDefault()
  })
}
