import { html, type Html } from './html.ts'

export interface Fault {
  readonly sentence: string
  readonly field?: string | undefined
}

export interface Field {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'email' | 'password'
  readonly autocomplete: string
  readonly hint?: string
  readonly value?: string | undefined
  readonly charactersMax: number
  readonly fixed?: boolean
  readonly focus?: boolean
  readonly code?: boolean
}

/** Links to the field. Screen readers announce it at once. */
export const faultSummary = (fault: Fault | undefined): Html =>
  fault === undefined
    ? html``
    : html`<p class="alert" id="fault" role="alert">
        ${fault.field === undefined ? fault.sentence : html`<a href="#${fault.field}">${fault.sentence}</a>`}
      </p>`

export function formField(field: Field, fault?: Fault): Html {
  const { name, label, type, autocomplete, hint, value, charactersMax } = field
  const wrong = fault?.field === name
  const described = [...(wrong ? ['fault'] : []), ...(hint === undefined ? [] : [`${name}-hint`])].join(' ')
  const focused = wrong || (field.focus === true && fault?.field === undefined)
  return html`<div>
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      maxlength="${charactersMax}"
      ${value !== undefined && html` value="${value}"`}
      ${field.fixed ? html` readonly` : html` required`}
      ${type !== 'text' && html` autocapitalize="none" spellcheck="false"`}
      ${field.code && html` class="code" inputmode="numeric"`}
      ${described !== '' && html` aria-describedby="${described}"`}
      ${wrong && html` aria-invalid="true"`}
      ${focused && html` autofocus`}
    />
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
  </div>`
}
