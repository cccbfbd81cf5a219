export const serviceNames = ['sms', 'files', 'iam', 'provisioning'] as const
export type ServiceName = (typeof serviceNames)[number]
