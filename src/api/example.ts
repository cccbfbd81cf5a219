/** Text, or bytes in base64. */
export type ExampleFile =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly base64: string }

/** The text `$FILE_ID` stands for the variable that an earlier step sets or the reader provides. */
export interface ExampleInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly file?: ExampleFile
}

/** An earlier call that the example needs, and the value that it takes from the answer. */
export interface ExampleStep {
  /** `FILE_ID`. */
  readonly variable: string
  /** The operation ID. Its own example is the call, with the steps before it. */
  readonly operation: string
  /** As a jq path: `.data.id`. */
  readonly path: `.${string}`
  /** Replaces the input of that operation's example. */
  readonly input?: ExampleInput
}

/** A variable that readers set themselves, because no call can create its value. */
export interface GivenVariable {
  readonly meaning: string
  /** Its value in the answers of the reference. */
  readonly value: unknown
}

/** A command that works in a new installation, and its answer. test/reference.test.ts runs all of them. */
export interface CallExample<Answer = unknown> extends ExampleInput {
  readonly before?: readonly ExampleStep[]
  /** By variable: `MEMBER_ID`. */
  readonly given?: Readonly<Record<string, GivenVariable>>
  /** The command retries for some seconds, because background work has to finish first. */
  readonly retried?: true
  readonly answer?: Answer
  readonly otherAnswer?: Answer
}
