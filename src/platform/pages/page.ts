import { createHash } from 'node:crypto'
import { html, Html } from './html.ts'
import { latinFont } from './fonts.ts'
import { mark, markAddress } from './mark.ts'
import { style } from './style.ts'

/** What such a page may do: show its own style, fonts and pictures of its own origin, and send its forms back there. */
export const pagePolicy =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; ` +
  "font-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Whole, because the policy counts every byte between the tags. */
const styleElement = new Html(`<style>${style}</style>`)

/**
 * Browsers send `Origin: null` with a form of a page that has the policy `no-referrer`, which would make one's own
 * forms look like those of a stranger. For the page itself this goes before the header; other sites learn nothing.
 */
const referrerElement = new Html('<meta name="referrer" content="same-origin" />')

/** A server-rendered page for people without an account. */
export interface Page {
  readonly title: string
  readonly main: Html
  /** Whether it has a form. */
  readonly form?: boolean
}

/** The page as text; serve it with `pagePolicy` as Content-Security-Policy. */
export const renderPage = ({ title, main, form = false }: Page): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        ${form && referrerElement}
        <title>${title} · Bureau</title>
        <link rel="icon" href="${markAddress}" />
        <link rel="preload" href="${latinFont}" as="font" type="font/woff2" crossorigin />
        ${styleElement}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="top">${mark}Bureau</header>
        <main id="content" tabindex="-1">${main}</main>
      </body>
    </html> `.markup
