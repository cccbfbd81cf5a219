import { html, Html } from '../pages/html.ts'
import type { MailDraft } from './mail.ts'

/** Sentences are plain text. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly preview: string
  readonly heading: string
  readonly before: readonly string[]
  readonly code?: string
  readonly action: { readonly words: string; readonly url: string }
  readonly after: readonly string[]
  readonly why: string
}

const product = 'Bureau'
const spelledOut = 'If the button does not work, open this address:'

export function writeLetter(letter: Letter): MailDraft {
  const { to, subject, action } = letter
  return { to, subject, text: textOf(letter), html: markupOf(letter), links: [action.url] }
}

function textOf({ heading, before, code, action, after, why }: Letter): string {
  const link = `${action.words}:\n${action.url}`
  const body = [heading, ...before, ...(code === undefined ? [] : [code]), link, ...after]
  // The signature delimiter.
  return `${body.join('\n\n')}\n\n-- \n${product}\n${why}\n`
}

/** Readable on white and black; text inherits the mail program's color. */
const button = '#0e7a77'
const font =
  "font:16px/24px -apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const mono = 'font:600 32px/40px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:4px'
const link = 'display:inline-block;padding:12px 20px;color:#ffffff;font-weight:600;text-decoration:none'
const small = 'font-size:14px;line-height:20px'
const hidden = 'display:none;max-height:0;overflow:hidden;mso-hide:all'

const paragraph = (text: Html | string, style = ''): Html =>
  html`<p style="margin:0 0 16px;${style}">${text}</p> `

/** Screen readers skip layout tables. */
const cells = new Html('role="presentation" cellpadding="0" cellspacing="0" border="0"')

/** A table cell, because Outlook ignores padding and background of links. */
const buttonOf = ({ words, url }: Letter['action']): Html => html`
  <table ${cells} style="margin:8px 0 24px">
    <tr>
      <td bgcolor="${button}" style="border-radius:6px;mso-padding-alt:12px 20px">
        <a href="${url}" style="${link}">${words}</a>
      </td>
    </tr>
  </table>
`

const contentOf = ({ heading, before, code, action, after, why }: Letter): Html => html`
  ${paragraph(product, 'font-weight:600')}
  <h1 style="margin:0 0 16px;font-size:24px;line-height:32px;font-weight:600">${heading}</h1>
  ${before.map((text) => paragraph(text))} ${code !== undefined && paragraph(code, mono)} ${buttonOf(action)}
  ${paragraph(html`${spelledOut}<br /><a href="${action.url}" style="color:inherit">${action.url}</a>`, small)}
  ${after.map((text) => paragraph(text))}
  ${paragraph(why, `${small};margin-top:24px;padding-top:16px;border-top:1px solid #8a8a8a`)}
`

/** One column of at most 560 px. Inline styles and tables, because mail programs drop style sheets. */
const markupOf = (letter: Letter): string =>
  html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${letter.subject}</title>
      </head>
      <body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
        <div style="${hidden}">${letter.preview}</div>
        <table ${cells} width="100%">
          <tr>
            <td align="center" style="padding:24px 16px">
              <table ${cells} width="100%" style="max-width:560px">
                <tr>
                  <td align="left" style="${font};overflow-wrap:anywhere;word-break:break-word">
                    <main>${contentOf(letter)}</main>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `.markup
