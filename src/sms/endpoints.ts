import type { Endpoint } from '../api/endpoint.ts'
import { getHealth } from './health/get-health.ts'
import { getMessage } from './message/get-message.ts'
import { listMessages } from './message/list-messages.ts'
import { sendMessage } from './message/send-message.ts'
import { listNumbers } from './number/list-numbers.ts'

/** The SMS API below `/api/v1`, in the order of the reference. */
export const endpoints: readonly Endpoint[] = [getHealth, listNumbers, sendMessage, listMessages, getMessage]
