import type { Endpoint } from '../../api/endpoint.ts'
import { createKey } from './create-key.ts'
import { deleteKey } from './delete-key.ts'
import { getKey } from './get-key.ts'
import { listKeys } from './list-keys.ts'

export const keyEndpoints: readonly Endpoint[] = [listKeys, createKey, getKey, deleteKey]
