import { quoted } from '../platform/quoted.ts'
import { carrierNames } from '../sms/number/model.ts'
import type { SmsRefusal, SmsRefusalFacts, SmsRefusalReason } from '../sms/refusal.ts'

const phoneCharactersMax = 40

type Sentences = { readonly [Reason in SmsRefusalReason]: (facts: SmsRefusalFacts[Reason]) => string }

const sentences: Sentences = {
  phone_invalid: ({ phone }) => `${quoted(phone, phoneCharactersMax)} is not a valid phone number.`,
  carrier_unknown: ({ carrier }) => `Unknown carrier "${carrier}". Use ${carrierNames.join(', ')}.`,
  carrier_unavailable: ({ carrier }) => `Numbers of the carrier ${carrier} are not available yet.`,
  label_too_long: ({ charactersMax }) => `A label must have at most ${charactersMax} characters.`,
  number_taken: ({ phone }) => `The number ${phone} already exists.`,
  pool_is_real: () =>
    'The pool has real numbers. A simulated number there would swallow texts to real people. ' +
    'Give it to one workspace with --workspace ID.',
  number_not_found: ({ numberId }) => `Number ${numberId} does not exist.`,
  number_without_phone: ({ numberId }) => `Number ${numberId} does not exist or is not an Android number.`,
  unrouted_not_found: ({ textId }) => `Text ${textId} is not on the unrouted list.`,
}

export const smsRefusalSentence = <Reason extends SmsRefusalReason>({
  reason,
  facts,
}: SmsRefusal<Reason>): string => sentences[reason](facts)
