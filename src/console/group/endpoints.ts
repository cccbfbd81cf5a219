import type { Endpoint } from '../../api/endpoint.ts'
import { listMutedMembers } from './list-muted-members.ts'

export const groupEndpoints: readonly Endpoint[] = [listMutedMembers]
