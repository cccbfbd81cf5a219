import type { ExampleStep, GivenVariable } from '../api/example.ts'

export const oneInvitation: ExampleStep = {
  variable: 'EMAIL',
  operation: 'inviteMember',
  path: '.data.email',
}
export const oneInviteCode: ExampleStep = {
  variable: 'INVITE_CODE',
  operation: 'createInviteCode',
  path: '.data.code',
}

const memberId = 29

/** People become members on pages, so no call can create one. */
export const oneMember: Readonly<Record<string, GivenVariable>> = {
  MEMBER_ID: { meaning: 'the user_id of a member', value: memberId },
}

const time = '2026-11-21 10:00:00'

export const exampleOwner = {
  user_id: 17,
  email: 'person@example.com',
  name: 'First Person',
  role: 'owner',
  status: 'active',
  joined_at: time,
} as const

export const exampleMember = {
  ...exampleOwner,
  user_id: memberId,
  email: 'cy@example.com',
  name: 'Cy Moss',
  role: 'member',
} as const

export const exampleInvite = {
  invite_id: 35,
  email: 'bea@example.com',
  role: 'member',
  status: 'pending',
  invited_at: time,
  expires_at: '2026-12-05 10:00:00',
  expired: false,
} as const

export const exampleInviteCode = {
  code: '7Q2MZK9D4XW1RBHT',
  link: 'http://localhost:8081/join/7Q2MZK9D4XW1RBHT',
  single_use: true,
  created_at: time,
} as const
