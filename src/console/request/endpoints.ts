import { listRequests } from './list-requests.ts'

export const requestEndpoints = [listRequests]
