import { createHash } from 'node:crypto'
import type { JsonSchema } from '../field.ts'
import {
  addressOf,
  credentialsOf,
  operationsOf,
  resolved,
  type OpenApiDocument,
  type PathItem,
  type Response,
  type TagGroup,
} from '../openapi/document.ts'
import { latinFont } from '../../platform/pages/fonts.ts'
import { mark, markAddress } from '../../platform/pages/mark.ts'
import { html, Html, prose } from '../../platform/pages/html.ts'
import { codeRows, operationSection, rowsOf, verb, type Placed } from './operation.ts'
import { componentOf } from './fields.ts'
import { sampleOf } from './sample.ts'
import { style } from './style.ts'
import { codeFigure, codeTable, fieldTable, jsonBlock, shapeHeading, type CodeRow } from './table.ts'

/** Only the inline style and the fonts of the origin. */
export const referencePolicy =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; ` +
  "font-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Built once, because the policy hashes every byte between the tags. */
const styleElement = new Html(`<style>${style}</style>`)

const anchorOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
const commonAnchor = (group: TagGroup): string => `${anchorOf(group.name)}-failures`

/** `files: invite-codes` → `Invite codes`. */
const titleOf = (tag: string): string => {
  const words = (tag.split(': ').at(-1) ?? tag).replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

interface Resource {
  readonly title: string
  readonly description: string
  readonly anchor: string
  readonly operations: readonly Placed[]
}

interface Group {
  readonly about: TagGroup
  readonly resources: readonly Resource[]
}

const wholeDocument = (document: OpenApiDocument): TagGroup => ({
  name: document.info.title,
  description: document.info.description,
  tags: document.tags.map(({ name }) => name),
  prefix: '',
})

function groupsOf(document: OpenApiDocument): readonly Group[] {
  const operations = operationsOf(document.paths)
  const groups = (document['x-tagGroups'] ?? [wholeDocument(document)]).map((about) => ({
    about,
    resources: about.tags.flatMap((tag) => {
      const own = operations.filter(({ operation }) => operation.tags.includes(tag))
      if (own.length === 0) return []
      const description = document.tags.find(({ name }) => name === tag)?.description ?? ''
      const anchor = `${anchorOf(tag)}-operations`
      return [{ title: titleOf(tag), description, anchor, operations: own }]
    }),
  }))
  return groups.filter(({ resources }) => resources.length > 0)
}

const navigation = (groups: readonly Group[], withEvents: boolean): Html =>
  html`<details>
    <summary>Contents</summary>
    ${groups.map(
      ({ about, resources }) =>
        html`<h2>${about.name}</h2>
          ${resources.map(
            ({ title, operations }) =>
              html`<h3>${title}</h3>
                <ul>
                  ${operations.map(
                    ({ method, operation }) =>
                      html`<li>
                        <a href="#${operation.operationId}"
                          >${verb(method)}<span>${operation.summary}</span></a
                        >
                      </li>`,
                  )}
                </ul>`,
          )}
          <ul>
            <li><a href="#${commonAnchor(about)}">Failures of any call</a></li>
          </ul>`,
    )}
    ${
      withEvents &&
      html`<h2>Events</h2>
        <ul>
          <li><a href="#events">What is sent to webhooks</a></li>
        </ul>`
    }
    <h2>Shapes</h2>
    <ul>
      <li><a href="#shapes">Named shapes</a></li>
    </ul>
  </details>`

function introduction(document: OpenApiDocument): Html {
  const { info } = document
  const [credential] = credentialsOf(document.components.securitySchemes)
  const variables = Object.values(document.components.securitySchemes).map((scheme) => scheme['x-variable'])
  const [server] = document.servers
  return html`<header>
    <h1>${info.title}</h1>
    ${prose(info.description)}
    <dl class="facts">
      <dt>Address</dt>
      <dd><code>${server ? addressOf(server) : ''}</code></dd>
      ${
        credential &&
        html`<dt>${credential.charAt(0).toUpperCase() + credential.slice(1)}</dt>
          <dd><code>Authorization: Bearer …</code></dd>
          <dt>Examples</dt>
          <dd>
            work as they are, with curl and jq, once your ${credential} is in
            ${variables.map((variable) => html`<code>$${variable}</code> `)}
          </dd>`
      }
      <dt>Every answer</dt>
      <dd>carries <code>X-Request-Id</code>; quote it when you ask for help</dd>
      <dt>For machines</dt>
      <dd><a href="openapi.json">OpenAPI ${document.openapi}</a></dd>
    </dl>
  </header>`
}

function commonFailures(document: OpenApiDocument, { prefix }: TagGroup): readonly CodeRow[] {
  const rows = new Map<string, CodeRow>()
  for (const { operation } of operationsOf(document.paths)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!('$ref' in response) || !response.$ref.startsWith(`#/components/responses/${prefix}`)) continue
      for (const row of codeRows(document, status, resolved<Response>(document, response)))
        rows.set(row.code, row)
    }
  }
  return [...rows.values()].toSorted((a, b) => Number(a.status) - Number(b.status))
}

function scopesTable(document: OpenApiDocument, { prefix }: TagGroup): Html {
  const schemes = Object.entries(document.components.securitySchemes)
  const [, scheme] = schemes.find(([name]) => name.startsWith(prefix)) ?? []
  const scopes = Object.entries(scheme?.['x-scopes'] ?? {})
  if (scopes.length === 0) return html``
  return html`<section class="resource">
    <h2>Scopes</h2>
    <table class="scopes">
      <thead>
        <tr>
          <th scope="col">Scope</th>
          <th scope="col">Grants</th>
        </tr>
      </thead>
      <tbody>
        ${scopes.map(
          ([name, meaning]) =>
            html`<tr>
              <th scope="row"><code>${name}</code></th>
              <td>${meaning}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`
}

function groupSection(document: OpenApiDocument, { about, resources }: Group): Html {
  const failures = commonFailures(document, about)
  const [first] = failures
  const anchor = commonAnchor(about)
  return html`<section class="group" id="${anchorOf(about.name)}">
    ${
      about.prefix !== '' &&
      html`<h2>${about.name}</h2>
        ${prose(about.description)}`
    }
    ${scopesTable(document, about)}
    ${resources.map(
      ({ title, description, anchor: place, operations }) =>
        html`<section class="resource" id="${place}">
          <h2>${title}</h2>
          ${prose(description)} ${operations.map((placed) => operationSection(document, placed, anchor))}
        </section>`,
    )}
    <section class="resource" id="${anchor}">
      <h2>Failures of any call</h2>
      <div class="operation">
        <div class="told">${failures.length > 0 && codeTable(failures)}</div>
        <div class="shown">
          ${first && codeFigure('Failure', first.status, jsonBlock(first.example.value))}
        </div>
      </div>
    </section>
  </section>`
}

function eventSections(document: OpenApiDocument, webhooks: Readonly<Record<string, PathItem>>): Html {
  return html`<section class="resource" id="events">
    <h2>Events</h2>
    ${Object.entries(webhooks).map(([name, item]) => {
      const media = item.post?.requestBody?.content['application/json']
      return html`<section class="operation" id="event-${anchorOf(name)}">
        <div class="told">
          <h3><code>${name}</code></h3>
          ${prose(item.post?.summary ?? '')}${prose(item.post?.description ?? '')}
          ${media && fieldTable(rowsOf(document, media.schema), false)}
        </div>
        <div class="shown">
          ${media && codeFigure('Delivery', undefined, jsonBlock(sampleOf(document, media.schema)))}
        </div>
      </section>`
    })}
  </section>`
}

/** Shapes that are shown where they are used: request bodies and the failure. */
function shapesInPlace(document: OpenApiDocument): ReadonlySet<string> {
  const bodies = operationsOf(document.paths).flatMap(({ operation }) =>
    Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => componentOf(schema) ?? []),
  )
  const failures = Object.keys(document.components.schemas).filter((name) => /(^|\.)Failure$/.test(name))
  return new Set([...bodies, ...failures])
}

function shapeSections(document: OpenApiDocument): Html {
  const inPlace = shapesInPlace(document)
  const shapes = Object.entries(document.components.schemas).filter(([name]) => !inPlace.has(name))
  return html`<section class="resource" id="shapes">
    <h2>Named shapes</h2>
    ${shapes.map(([name, schema]: [string, JsonSchema]) => {
      const rows = rowsOf(document, schema)
      const description = schema['description']
      return html`<section class="shape">
        ${shapeHeading(name)} ${typeof description === 'string' && prose(description)}
        ${fieldTable(rows.length > 0 ? rows : [{ name: 'value', required: true, description: undefined, schema }], false)}
      </section>`
    })}
  </section>`
}

/** Without scripts or anything from other origins. Serve it with `referencePolicy` as Content-Security-Policy. */
export function referencePage(document: OpenApiDocument): string {
  const groups = groupsOf(document)
  const { webhooks } = document
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${document.info.title} reference</title>
        <meta name="description" content="${document.info.description}" />
        <link rel="icon" href="${markAddress}" />
        <link rel="preload" href="${latinFont}" as="font" type="font/woff2" crossorigin />
        ${styleElement}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <div class="page">
          <nav class="side" aria-label="Contents">
            <a class="mark" href="#content">${mark}Bureau</a>
            ${navigation(groups, webhooks !== undefined)}
          </nav>
          <main id="content">
            ${introduction(document)} ${groups.map((group) => groupSection(document, group))}
            ${webhooks && eventSections(document, webhooks)} ${shapeSections(document)}
            <p class="end">
              ${document.info.title} ${document.info.version} · <a href="openapi.json">OpenAPI document</a> ·
              ${document.info.license.name}
            </p>
          </main>
        </div>
      </body>
    </html> `.markup
}
