import { html, type Html } from './html.ts'

/** What was wrong with a form, and the field that it is about. */
export interface Fault {
  readonly sentence: string
  readonly field?: string | undefined
}

export interface Field {
  /** Also its id. */
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'email' | 'password'
  /** What browsers and password managers may fill in. */
  readonly autocomplete: string
  readonly hint?: string
  readonly value?: string | undefined
  readonly charactersMax: number
  /** One that the visitor cannot change. */
  readonly fixed?: boolean
  /** Where typing begins when nothing is wrong. */
  readonly focus?: boolean
  /** Digits, for which phones show another keyboard. */
  readonly code?: boolean
}

/** Says what is wrong above a form and leads to the field. Screen readers announce it at once. */
export const faultSummary = (fault: Fault | undefined): Html =>
  fault === undefined
    ? html``
    : html`<p class="alert" id="fault" role="alert">
        ${fault.field === undefined ? fault.sentence : html`<a href="#${fault.field}">${fault.sentence}</a>`}
      </p>`

/** A labelled field, which refers to its hint and to what was wrong with it. */
export function formField(field: Field, fault?: Fault): Html {
  const { name, label, type, autocomplete, hint, value, charactersMax } = field
  const wrong = fault?.field === name
  const described = [...(wrong ? ['fault'] : []), ...(hint === undefined ? [] : [`${name}-hint`])].join(' ')
  const focused = wrong || (field.focus === true && fault?.field === undefined)
  return html`<div>
    <label for="${name}">${label}</label>
    ${hint !== undefined && html`<p class="pencil small" id="${name}-hint">${hint}</p>`}
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
  </div>`
}
