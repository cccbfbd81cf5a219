import type { Endpoint } from '../platform/http/endpoint.ts'
import { getFileContent } from './file/get-file-content.ts'
import { getFile } from './file/get-file.ts'
import { listFiles } from './file/list-files.ts'
import { uploadFile } from './file/upload-file.ts'
import { createFolder } from './folder/create-folder.ts'
import { getFolder } from './folder/get-folder.ts'
import { listFolderChildren } from './folder/list-folder-children.ts'
import { getHealth } from './health/get-health.ts'
import { getKeyInfo } from './key/get-key-info.ts'
import { getStorage } from './storage/get-storage.ts'

/** The files API in the order of its reference: files.md 4. */
export const endpoints: readonly Endpoint[] = [
  listFiles,
  getFile,
  getFileContent,
  uploadFile,
  createFolder,
  getFolder,
  listFolderChildren,
  getStorage,
  getKeyInfo,
  getHealth,
]
