import type { Endpoint } from '../api/endpoint.ts'
import { adopted } from './adopted.ts'
import { keyEndpoints } from './key/endpoints.ts'
import { deleteSession } from './session/delete-session.ts'
import { getSession } from './session/get-session.ts'

export const endpoints: readonly Endpoint[] = [getSession, deleteSession, ...keyEndpoints, ...adopted]
