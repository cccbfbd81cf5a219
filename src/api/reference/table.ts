import type { JsonSchema } from '../field.ts'
import type { Example } from '../openapi/document.ts'
import { kindOf, limitsOf } from './fields.ts'
import { html, prose, sentence, type Html } from '../../platform/pages/html.ts'

export interface Row {
  readonly name: string
  readonly required: boolean
  readonly description: string | undefined
  readonly schema: JsonSchema
}

const shapeAnchor = (name: string): string => `shape-${name}`

/** The name without its service, which is clear from its place on the page. */
const shapeTitle = (name: string): string => name.split('.').at(-1) ?? name

function kindCell(schema: JsonSchema): Html {
  const { words, shape } = kindOf(schema)
  if (shape === undefined) return html`${words}`
  const [before = '', after = ''] = words.split(shape)
  return html`${before}<a href="#${shapeAnchor(shape)}">${shapeTitle(shape)}</a>${after}`
}

function fieldRow({ name, required, description, schema }: Row, marksRequired: boolean): Html {
  const limits = limitsOf(schema).join(' · ')
  return html`<tr>
    <th scope="row">
      <code>${name}</code>${marksRequired && required && html` <span class="must">required</span>`}
    </th>
    <td>${kindCell(schema)}</td>
    <td>
      ${description !== undefined && prose(description)}${limits !== '' && html`<p class="limits">${sentence(limits)}</p>`}
    </td>
  </tr>`
}

/** `marksRequired` for requests; in answers every field is present. */
export const fieldTable = (rows: readonly Row[], marksRequired: boolean): Html =>
  html`<table class="fields">
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Type</th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => fieldRow(row, marksRequired))}
    </tbody>
  </table>`

export interface CodeRow {
  readonly status: string
  readonly code: string
  readonly example: Example
}

export const codeTable = (rows: readonly CodeRow[]): Html =>
  html`<table class="codes">
    <thead>
      <tr>
        <th scope="col">Status</th>
        <th scope="col">Code</th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ status, code, example }) =>
          html`<tr>
            <td class="status">${status}</td>
            <th scope="row"><code>${code}</code></th>
            <td>${sentence(example.summary ?? '')}</td>
          </tr>`,
      )}
    </tbody>
  </table>`

export const shapeHeading = (name: string): Html =>
  html`<h3 id="${shapeAnchor(name)}"><a href="#${shapeAnchor(name)}">${shapeTitle(name)}</a></h3>`

const jsonToken = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?|true|false|null)/g

export function jsonBlock(value: unknown): Html {
  const text = JSON.stringify(value, null, 2)
  const pieces: Html[] = []
  let end = 0
  for (const match of text.matchAll(jsonToken)) {
    const [whole, string, colon, literal] = match
    pieces.push(html`${text.slice(end, match.index)}`)
    if (string === undefined) pieces.push(html`<span class="n">${literal}</span>`)
    else if (colon === undefined) pieces.push(html`<span class="s">${string}</span>`)
    else pieces.push(html`<span class="k">${string}</span>${colon}`)
    end = match.index + whole.length
  }
  return html`<code>${pieces}${text.slice(end)}</code>`
}

/** A block of code with a caption; keyboards can reach it to scroll. */
export const codeFigure = (caption: string, note: string | undefined, code: Html): Html =>
  html`<figure>
    <figcaption>
      <span>${caption}</span>${note !== undefined && html`<span class="mono">${note}</span>`}
    </figcaption>
    <pre tabindex="0" aria-label="${caption}">${code}</pre>
  </figure>`
