import { z } from 'zod'

/** The token in the address of an e-mailed link. */
export const tokenParams = z.object({ token: z.string().regex(/^[0-9A-Za-z]{43}$/) })
