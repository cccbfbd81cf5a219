import type { Endpoint } from '../api/endpoint.ts'
import { createGroup } from './group/create-group.ts'
import { deleteGroup } from './group/delete-group.ts'
import { getGroup } from './group/get-group.ts'
import { listGroups } from './group/list-groups.ts'
import { sendGroupMessage } from './group/send-group-message.ts'
import { updateGroup } from './group/update-group.ts'
import { getHealth } from './health/get-health.ts'
import { addMember } from './group/add-member.ts'
import { removeMember } from './group/remove-member.ts'
import { updateMember } from './group/update-member.ts'
import { cancelMessage } from './message/cancel-message.ts'
import { getMessage } from './message/get-message.ts'
import { listMessages } from './message/list-messages.ts'
import { sendMessage } from './message/send-message.ts'
import { listNumbers } from './number/list-numbers.ts'
import { sendSystemMessage } from './system/send-system-message.ts'

export const endpoints: readonly Endpoint[] = [
  getHealth,
  listNumbers,
  sendMessage,
  listMessages,
  getMessage,
  cancelMessage,
  listGroups,
  createGroup,
  getGroup,
  updateGroup,
  deleteGroup,
  addMember,
  updateMember,
  removeMember,
  sendGroupMessage,
  sendSystemMessage,
]
