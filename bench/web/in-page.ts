// Expressions for `page.evaluate`. Each is a promise of milliseconds.

const rows = `[...document.querySelectorAll('[role=grid] [data-name]')]`

/** From a click on a folder's name until the page shows it and its first files. */
export const openFolder = (folder: string): string => `new Promise((resolve, reject) => {
  const name = ${JSON.stringify(folder)}
  const link = ${rows}.find(({ dataset }) => dataset.name === name)?.querySelector('a')
  if (!link) return reject(new Error(name + ' has no link.'))
  const startedMs = performance.now()
  const look = () => {
    const isOpen = document.querySelector('h1')?.textContent === name
    const hasFiles = ${rows}.some(({ dataset }) => /\\.\\w+$/.test(dataset.name))
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
    const isTyped = document.querySelector('input[type=search]')?.value === query
    const found = ${rows}
    const isFound = found.length > 0 && found.every(({ dataset }) => dataset.name.toLowerCase().includes(query))
    if (isTyped && isFound) resolve(performance.now() - startedMs)
    else requestAnimationFrame(look)
  }
  look()
})`
