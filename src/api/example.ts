/** The file of a form, or the raw bytes of a body: text, or what cannot be written as text in base64. */
export type ExampleFile =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly base64: string }

/** What the call of an example sends. The text `$FILE_ID` stands for the variable that a step before it sets, or that is given. */
export interface ExampleInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** The JSON body, or the fields of a form. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly file?: ExampleFile
}

/** A call that an example needs before its own, and what of the answer it uses. */
export interface ExampleStep {
  /** The variable that keeps the value: `FILE_ID`. */
  readonly variable: string
  /** The id of an operation of the same service. Its own example is the call, with the steps before it. */
  readonly operation: string
  /** Where its answer has the value, as jq writes it: `.data.id`. */
  readonly path: `.${string}`
  /** What the call sends in place of its own example. */
  readonly input?: ExampleInput
}

/** A variable that readers set themselves, because no call of the service makes what it names. */
export interface GivenVariable {
  /** What to set it to, for those who pasted the commands without it. */
  readonly meaning: string
  /** What it is in the answers that the reference shows. */
  readonly value: unknown
}

/**
 * How the reference shows an operation: a command that works in a fresh installation, and its answer.
 * test/reference.test.ts pastes all of them and compares the answers.
 */
export interface CallExample<Answer = unknown> extends ExampleInput {
  readonly before?: readonly ExampleStep[]
  /** By the name of the variable: `MEMBER_ID`. */
  readonly given?: Readonly<Record<string, GivenVariable>>
  /** Work in the background has to end first, so the command tries again for some seconds. */
  readonly retried?: true
  /** The answer to this call; results without JSON do not have one. */
  readonly answer?: Answer
  /** The answer with the `otherStatus` of the endpoint. */
  readonly otherAnswer?: Answer
}
