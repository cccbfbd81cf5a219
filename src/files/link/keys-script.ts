/** Arrows, Home, End, and Esc, for visitors with a keyboard. Enter follows the link that has the focus anyway. */
export const keys = `
addEventListener('keydown', (event) => {
  const { key, target } = event
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (target.closest('input,video,audio,object,pre')) return
  const entries = [...document.querySelectorAll('[data-entry]')]
  const done = entries.length > 0 ? move(entries, key) : follow({ ArrowLeft: '.siblings [rel=prev]', ArrowRight: '.siblings [rel=next]' }[key])
  if (done || (key === 'Escape' && follow('.crumbs li:last-child a', '#e-' + location.pathname.split('/').pop()))) event.preventDefault()
})
function move(entries, key) {
  const at = entries.indexOf(document.activeElement)
  if (at < 0) return key === 'ArrowRight' && focusOn(entries[0])
  const top = (entry) => entry.getBoundingClientRect().top
  const row = entries.findIndex((entry) => top(entry) > top(entries[0]))
  const columns = row < 0 ? entries.length : row
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - columns, ArrowDown: at + columns, Home: 0, End: entries.length - 1 }[key]
  return to !== undefined && focusOn(entries[to])
}
function focusOn(entry) {
  if (entry) entry.focus()
  return true
}
function follow(selector, hash = '') {
  const link = selector && document.querySelector(selector)
  if (link) location.assign(link.href + hash)
  return Boolean(link)
}
const left = location.hash && document.getElementById(location.hash.slice(1))
if (left) left.focus()
`
