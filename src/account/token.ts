import { z } from 'zod'

export const tokenParams = z.object({ token: z.string().regex(/^[0-9A-Za-z]{43}$/) })
