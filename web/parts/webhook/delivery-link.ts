import type { Delivery } from './webhooks.ts'

/** Opens the dialog of a delivery over the page of its webhook. */
export const toDelivery = ({ id }: Delivery) =>
  ({
    from: '/w/$workspace/webhooks/$webhook',
    to: './deliveries/$delivery',
    params: { delivery: String(id) },
    search: true,
  }) as const
