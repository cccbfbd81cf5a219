import { OperatorError } from '../platform/operator-error.ts'

/** The roles of a process: all of them by default, or any of them alone. See ARCHITECTURE.md. */
export const roleNames = ['gateway', 'files', 'sms', 'phones', 'worker'] as const
export type RoleName = (typeof roleNames)[number]

/** Roles that listen; each has a port and a public origin in the configuration. */
export const originNames = ['gateway', 'files', 'sms', 'phones'] as const
export type OriginName = (typeof originNames)[number]

/** Throws `OperatorError` when there is none of a name. */
export function chosenRoles(names: readonly string[] | undefined): ReadonlySet<RoleName> {
  if (!names) return new Set(roleNames)
  return new Set(
    names.map((name) => {
      const role = roleNames.find((known) => known === name)
      if (!role) throw new OperatorError(`Unknown role "${name}". Use: ${roleNames.join(', ')}.`)
      return role
    }),
  )
}
