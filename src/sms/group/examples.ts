import type { ExampleStep } from '../../api/example.ts'
import type { Group, GroupMember } from './model.ts'

export const oneGroup: ExampleStep = {
  variable: 'GROUP_ID',
  operation: 'createGroup',
  path: '.group.id',
}

export const oneMember: ExampleStep = {
  variable: 'MEMBER_ID',
  operation: 'addMember',
  path: '.member.id',
}

export const ownNumber: ExampleStep = {
  variable: 'NUMBER_ID',
  operation: 'listNumbers',
  path: '.numbers[-1].id',
}

const ann: GroupMember = { id: 7, name: 'Ann', phone: '+12025550143', admin: true }

export const exampleGroup: Group = {
  id: 3,
  name: 'Volunteers',
  number_id: 1,
  number: '+12025550101',
  active: true,
  members: [ann],
  created_at: '2026-11-21T10:00:00.000Z',
}

export const exampleMember: GroupMember = { id: 8, name: 'Bob', phone: '+12025550144', admin: false }
