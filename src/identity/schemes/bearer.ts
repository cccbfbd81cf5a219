import type { AuthRequest } from '../../api/auth-scheme.ts'

/** The token of `Authorization: Bearer <token>`; undefined without one. */
export const bearerOf = ({ authorization }: AuthRequest['headers']): string | undefined =>
  authorization === undefined ? undefined : /^bearer +(\S+) *$/i.exec(authorization)?.[1]
