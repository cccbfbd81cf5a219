import { z } from 'zod'
import { refusedAs, text } from '../../api/field.ts'
import { File, itemId } from '../item/model.ts'
import { paging } from '../paging.ts'

/** docs/api/files.md#the-file-object */
export const Folder = File.extend({
  total_size: z.int().describe('bytes in the whole subtree'),
  item_count: z.int().describe('direct children'),
  path: z
    .array(z.object({ id: itemId(), name: z.string() }))
    .describe('breadcrumbs from the top, or from the scope folder of the key, to the folder itself'),
}).meta({ id: 'Folder' })

export const listing = {
  q: text().optional().describe('part of the name, in any case'),
  sort: refusedAs('invalid_sort', z.enum(['name_asc', 'name_desc'])).default('name_asc'),
  ...paging,
}
