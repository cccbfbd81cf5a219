import type { AuthRequest } from '../../api/auth-scheme.ts'

export const bearerOf = ({ authorization }: AuthRequest['headers']): string | undefined =>
  authorization === undefined ? undefined : /^bearer +(\S+) *$/i.exec(authorization)?.[1]
