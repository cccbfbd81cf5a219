/** What a process can do; all of it by default, any part of it alone: ARCHITECTURE.md. */
export const roleNames = ['gateway', 'files', 'sms', 'phones', 'worker'] as const
export type RoleName = (typeof roleNames)[number]

/** Roles that listen, and the ports and origins of the configuration that they are. */
export const originNames = ['gateway', 'files', 'sms', 'phones'] as const
export type OriginName = (typeof originNames)[number]
