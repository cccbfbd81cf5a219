import type { Endpoint } from '../../api/endpoint.ts'
import { getItemPreview } from './get-item-preview.ts'
import { listItemAccesses } from './list-item-accesses.ts'
import { listItems } from './list-items.ts'
import { listShares } from './list-shares.ts'
import { listTakenNames } from './list-taken-names.ts'

export const itemEndpoints: readonly Endpoint[] = [
  listItems,
  listTakenNames,
  getItemPreview,
  listItemAccesses,
  listShares,
]
