import { newPhone } from '../../../../test/sms-account.ts'
import type { Browser } from '../../console.testing.ts'

export interface ListedNumber {
  readonly id: number
  readonly number: string
  readonly pool: boolean
  readonly workspace: { readonly id: number; readonly name: string } | null
}

interface Added {
  readonly number: ListedNumber
  readonly enrolment: object | null
  readonly taken_out: readonly { readonly id: number; readonly number: string }[]
}

/** Adds a number as an operator does: simulated and of the pool, unless told otherwise. */
export const add = (
  browser: Browser,
  { workspace, ...more }: { workspace?: number; carrier?: string } = {},
) =>
  browser.data<Added>('POST', '/operator/numbers', {
    phone: newPhone(),
    carrier: 'simulator',
    ...(workspace === undefined ? { pool: true } : { workspace_id: workspace }),
    ...more,
  })
