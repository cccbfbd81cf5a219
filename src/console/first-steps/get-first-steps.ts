import { z } from 'zod'
import { member } from '../../identity/schemes/session.ts'
import { inWorkspace } from '../adopted.ts'
import { console } from '../service.ts'
import { findFirstSteps } from './store.ts'

export const getFirstSteps = console.endpoint('getFirstSteps', {
  method: 'GET',
  path: '/workspaces/{workspace}/first-steps',
  summary: 'Ask what a workspace has tried of Bureau',
  description: 'It does not matter who called, or whether they called from the app or with a key.',
  who: member,
  params: z.object({ ...inWorkspace.shape }),
  result: z
    .object({
      uploaded: z.boolean().describe('The workspace has a file.'),
      texted: z.boolean().describe('A text was sent.'),
      heard: z.boolean().describe('A webhook took an event.'),
    })
    .meta({ id: 'FirstSteps' }),
  problems: [],

  handle: (_input, { principal, database }) => findFirstSteps(database, principal.workspaceId),
})
