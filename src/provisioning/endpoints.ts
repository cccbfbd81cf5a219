import type { Endpoint } from '../api/endpoint.ts'
import { createBusiness } from './user/create-business.ts'
import { createUser } from './user/create-user.ts'
import { inviteMember } from './user/invite-member.ts'
import { resetPassword } from './user/reset-password.ts'

export const endpoints: readonly Endpoint[] = [createUser, createBusiness, inviteMember, resetPassword]
