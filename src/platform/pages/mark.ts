import { Html } from './html.ts'

const drawer =
  '<path d="M3 5h18v14H3z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/>' +
  '<path d="M9 12h6" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>'

export const mark = new Html(
  `<svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">${drawer}</svg>`,
)

/** Inline, so that a page needs no second request. */
export const markAddress = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" color="#0b5d5b">${drawer}</svg>`,
)}`
