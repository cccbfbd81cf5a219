export type FailureReason = keyof typeof sentences

const sentences = {
  bad_url: 'It is not a URL that can be called.',
  not_https: 'The URL must begin with https://.',
  unresolvable: 'The host name does not resolve.',
  private_address: 'The host is not on the public internet.',
  connect_timeout: 'The connection took too long.',
  refused: 'The connection was refused or failed.',
  tls: 'The certificate or the encryption of the host is not acceptable.',
  answer_timeout: 'The answer took too long.',
  broken: 'The connection broke before the answer was complete.',
  aborted: 'The request was cancelled.',
} as const

export const failureSentence = (reason: FailureReason): string => sentences[reason]

export class OutgoingFailure extends Error {
  override readonly name = 'OutgoingFailure'
  readonly reason: FailureReason
  /** The code of the system, resolver or TLS: `ECONNREFUSED`. */
  readonly code: string | undefined

  constructor(reason: FailureReason, cause?: unknown) {
    super(sentences[reason], { cause })
    this.reason = reason
    const { code } = (cause ?? {}) as { readonly code?: unknown }
    this.code = typeof code === 'string' ? code : undefined
  }
}
