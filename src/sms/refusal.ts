import { ReasonedError } from '../platform/reasoned-error.ts'

/** Why numbers and inbound texts refuse what an operator asks, with the facts. The command line and HTTP put them into words. */
export interface SmsRefusalFacts {
  readonly phone_invalid: { readonly phone: string }
  readonly carrier_unknown: { readonly carrier: string }
  readonly carrier_unavailable: { readonly carrier: string }
  readonly label_too_long: { readonly charactersMax: number }
  /** A live number has the phone. */
  readonly number_taken: { readonly phone: string }
  /** A simulated number beside real ones would swallow texts to real people. */
  readonly pool_is_real: Readonly<Record<never, never>>
  readonly number_not_found: { readonly numberId: number }
  /** Only numbers of some carriers have a phone. */
  readonly number_without_phone: { readonly numberId: number }
  /** It never was, or was assigned meanwhile. */
  readonly unrouted_not_found: { readonly textId: number }
}

export type SmsRefusalReason = keyof SmsRefusalFacts

export class SmsRefusal<Reason extends SmsRefusalReason = SmsRefusalReason> extends ReasonedError {
  override readonly name = 'SmsRefusal'
  override readonly reason: Reason
  readonly facts: SmsRefusalFacts[Reason]

  constructor(reason: Reason, facts: SmsRefusalFacts[Reason]) {
    super(reason)
    this.reason = reason
    this.facts = facts
  }
}
