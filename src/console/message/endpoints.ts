import type { Endpoint } from '../../api/endpoint.ts'
import { getMessageHistory } from './get-message-history.ts'
import { searchMessages } from './search-messages.ts'

export const messageEndpoints: readonly Endpoint[] = [searchMessages, getMessageHistory]
