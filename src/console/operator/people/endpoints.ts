import { createPerson } from './create-person.ts'
import { endPersonSessions } from './end-person-sessions.ts'
import { getPerson } from './get-person.ts'
import { listPeople } from './list-people.ts'
import { mailResetLink } from './mail-reset-link.ts'
import { updatePerson } from './update-person.ts'

export const peopleEndpoints = [
  listPeople,
  createPerson,
  getPerson,
  updatePerson,
  mailResetLink,
  endPersonSessions,
]
