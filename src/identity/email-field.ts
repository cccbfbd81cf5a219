import { z } from 'zod'
import { shownAs, text } from '../api/field.ts'
import { parseEmail } from './email.ts'

/** An address as `parseEmail` returns it. Each API names its own refusal. */
export const emailField = () =>
  shownAs(
    { type: 'string', format: 'email', examples: ['ann@example.com'] },
    text().transform((typed, context) => {
      const email = parseEmail(typed)
      if (email !== undefined) return email
      context.addIssue('must be one address, like ann@example.com')
      return z.NEVER
    }),
  )
