import { createHash } from 'node:crypto'
import type { ColorScheme } from './color-scheme.ts'
import { html, Html } from './html.ts'
import { latinFont } from './fonts.ts'
import { mark, markAddress } from './mark.ts'
import { style } from './style.ts'

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Allows the page's own style, fonts and images, and forms to its origin. */
export const pagePolicy =
  `default-src 'none'; style-src ${sourceOf(style)}; ` +
  "font-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The policy's hash covers every byte between the tags. */
const styleElement = new Html(`<style>${style}</style>`)

/** With `no-referrer` browsers send `Origin: null` with forms, so the page overrides the header for its own origin. */
const referrerElement = new Html('<meta name="referrer" content="same-origin" />')

export interface Page {
  readonly title: string
  readonly main: Html
  readonly form?: boolean
  /** Adds keys or the like. The page works without it, and its policy allows no other script. */
  readonly script?: string
  /** What it embeds from its own origin, beside pictures. */
  readonly embeds?: keyof typeof embedding
}

/** Chromium counts an `object` as a frame. */
const embedding = { media: "media-src 'self'", object: "object-src 'self'; frame-src 'self'" } as const

export const policyOf = ({ script, embeds }: Pick<Page, 'script' | 'embeds'>): string =>
  [
    pagePolicy,
    ...(script === undefined ? [] : [`script-src ${sourceOf(script)}`]),
    ...(embeds === undefined ? [] : [embedding[embeds]]),
  ].join('; ')

/** Serve it with `policyOf` as Content-Security-Policy. */
export const renderPage = ({ title, main, form = false, script }: Page, scheme?: ColorScheme): string =>
  html`<!doctype html>
    <html lang="en" ${scheme && html`data-scheme="${scheme}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${scheme ?? 'light dark'}" />
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
        ${script !== undefined && new Html(`<script>${script}</script>`)}
      </body>
    </html> `.markup
