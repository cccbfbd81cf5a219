import type { Endpoint } from '../../api/endpoint.ts'
import { compressItem } from './compress-item.ts'
import { downloadItems } from './download-items.ts'
import { unzipItem } from './unzip-item.ts'

export const archiveEndpoints: readonly Endpoint[] = [compressItem, unzipItem, downloadItems]
