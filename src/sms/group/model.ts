import { z } from 'zod'
import { isName } from '../../identity/name.ts'
import { idText, instant, refusedAs, text, withLength } from '../../api/field.ts'

export const nameCharactersMax = 100
export const membersMax = 100
/** Groups are listed without pages. */
export const groupsMax = 200

export const GroupMember = z
  .object({
    id: z.int(),
    name: z.string(),
    phone: z.string().describe('E.164'),
    admin: z.boolean().describe('for your own use; admins have no other rights here'),
  })
  .meta({ id: 'GroupMember' })
export type GroupMember = z.output<typeof GroupMember>

export const Group = z
  .object({
    id: z.int(),
    name: z.string(),
    number_id: z.int().describe('the dedicated number that hosts the group'),
    number: z.string().describe('E.164 form of the number of number_id'),
    active: z.boolean().describe('false also while its number is not dedicated to the account'),
    members: z.array(GroupMember),
    created_at: instant(),
  })
  .meta({ id: 'Group' })
export type Group = z.output<typeof Group>

/** One line, because forwarded texts begin with the name of their member. */
export const Name = withLength(
  { min: 1, max: nameCharactersMax },
  text().refine(
    (name) => isName(name, nameCharactersMax),
    `must have 1 to ${nameCharactersMax} characters on one line, without formatting characters`,
  ),
)

export const memberFields = {
  name: Name,
  phone: text().describe('E.164 number; US numbers may come without +1'),
  admin: z.boolean(),
}

/** A malformed id is a bad request (docs/api/conventions.md#ids). */
export const GroupId = refusedAs('bad_request', idText())
export const MemberId = refusedAs('bad_request', idText())

export interface GroupRow {
  readonly id: number
  readonly name: string
  readonly number_id: number
  readonly number: string
  readonly active: boolean
  readonly members: GroupMember[]
  readonly created_at: Date
}

export const toGroup = ({ created_at: createdAt, ...row }: GroupRow): Group => ({
  ...row,
  created_at: createdAt.toISOString(),
})
