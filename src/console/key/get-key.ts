import { z } from 'zod'
import { member } from '../../identity/schemes/session.ts'
import { idText, refusedAs } from '../../api/field.ts'
import { inWorkspace } from '../adopted.ts'
import { console } from '../service.ts'
import { ConsoleKey } from './model.ts'
import { showKey } from './shown-keys.ts'

export const getKey = console.endpoint('getKey', {
  method: 'GET',
  path: '/workspaces/{workspace}/keys/{id}',
  summary: 'Get an API key, without its secret',
  who: member,
  params: z.object({ ...inWorkspace.shape, id: refusedAs('key_not_found', idText()) }),
  result: ConsoleKey,
  problems: ['key_not_found'],

  handle: ({ params: { id } }, context) => showKey(context, id),
})
