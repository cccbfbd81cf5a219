// Expressions for `page.evaluate`. Each is a promise of milliseconds.

const nameLinks = `[...document.querySelectorAll('[role=grid] [role=row] a')]`

/** From a click on a folder's name until the page shows it and its first files. */
export const openFolder = (folder: string): string => `new Promise((resolve, reject) => {
  const name = ${JSON.stringify(folder)}
  const link = ${nameLinks}.find(({ textContent }) => textContent === name)
  if (!link) return reject(new Error(name + ' has no link.'))
  const startedMs = performance.now()
  const look = () => {
    const isOpen = document.querySelector('h1').textContent === name
    const hasFiles = ${nameLinks}.some(({ textContent }) => /\\.\\w+$/.test(textContent))
    if (isOpen && hasFiles) resolve(performance.now() - startedMs)
    else requestAnimationFrame(look)
  }
  link.click()
  look()
})`

/** From the next key until the results of this search are there. */
export const showResults = (query: string): string => `new Promise((resolve) => {
  const query = ${JSON.stringify(query)}
  let startedMs = NaN
  addEventListener('keydown', () => (startedMs = performance.now()), { capture: true, once: true })
  const look = () => {
    const isAsked = new URLSearchParams(location.search).get('q') === query
    const isFound = ${nameLinks}.some(({ textContent }) => textContent.toLowerCase().includes(query))
    if (isAsked && isFound && !document.querySelector('[role=grid][aria-busy=true]'))
      resolve(performance.now() - startedMs)
    else requestAnimationFrame(look)
  }
  look()
})`
