import type { Job } from '../api/job.ts'
import { purgeItems } from './carrier/android/item/purge-items.ts'
import { purgeTexts } from './carrier/android/post/purge-texts.ts'
import { purgeAnswers } from './idempotency/purge-answers.ts'
import { purgeInbound } from './inbound/purge-inbound.ts'
import { purgeMessages } from './message/purge-messages.ts'
import { purgeHandoffs } from './queue/purge-handoffs.ts'
import { checkUsage } from './usage/check-usage.ts'

export const jobs: readonly Job[] = [
  purgeAnswers,
  purgeInbound,
  purgeItems,
  purgeTexts,
  purgeHandoffs,
  purgeMessages,
  checkUsage,
]
