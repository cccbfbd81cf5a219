/** The four APIs. A key belongs to one of them. */
export const serviceNames = ['sms', 'files', 'iam', 'provisioning'] as const
export type ServiceName = (typeof serviceNames)[number]
