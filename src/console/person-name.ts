import { refusedAs, text } from '../api/field.ts'
import { isName } from '../identity/name.ts'
import { nameCharactersMax } from '../identity/user/create-user.ts'

/** A first or last name. */
export const PersonName = refusedAs(
  'invalid_person_name',
  text()
    .transform((name) => name.trim())
    .refine(
      (name) => isName(name, nameCharactersMax),
      `must have 1 to ${nameCharactersMax} characters on one line`,
    ),
)
