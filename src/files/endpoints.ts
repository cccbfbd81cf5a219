import type { Endpoint } from '../api/endpoint.ts'
import { compressFile } from './archive/compress-file.ts'
import { getFolderContent } from './archive/get-folder-content.ts'
import { unzipFile } from './unzip/unzip-file.ts'
import { copyFile } from './file/copy-file.ts'
import { deleteFile } from './file/delete-file.ts'
import { getFileContent } from './file/get-file-content.ts'
import { getFile } from './file/get-file.ts'
import { listFiles } from './file/list-files.ts'
import { moveFile } from './file/move-file.ts'
import { updateFile } from './file/update-file.ts'
import { uploadFile } from './file/upload-file.ts'
import { createFolder } from './folder/create-folder.ts'
import { deleteFolder } from './folder/delete-folder.ts'
import { getFolder } from './folder/get-folder.ts'
import { listFolderChildren } from './folder/list-folder-children.ts'
import { updateFolder } from './folder/update-folder.ts'
import { getHealth } from './health/get-health.ts'
import { getKeyInfo } from './key/get-key-info.ts'
import { createShare } from './share/create-share.ts'
import { deleteShare } from './share/delete-share.ts'
import { getShare } from './share/get-share.ts'
import { updateShare } from './share/update-share.ts'
import { searchFiles } from './search/search-files.ts'
import { getStorage } from './storage/get-storage.ts'
import { getFileThumbnail } from './thumbnail/get-file-thumbnail.ts'
import { abortUpload } from './upload/abort-upload.ts'
import { completeUpload } from './upload/complete-upload.ts'
import { getUpload } from './upload/get-upload.ts'
import { openUpload } from './upload/open-upload.ts'
import { sendChunk } from './upload/send-chunk.ts'
import { createWorkspace } from './workspace/create-workspace.ts'
import { getCurrentWorkspace } from './workspace/get-current-workspace.ts'
import { getWorkspace } from './workspace/get-workspace.ts'
import { listWorkspaces } from './workspace/list-workspaces.ts'
import { people } from './workspace/people.ts'
import { renameWorkspace } from './workspace/rename-workspace.ts'
import { createWebhook } from './webhook/create-webhook.ts'
import { deleteWebhook } from './webhook/delete-webhook.ts'
import { getWebhook } from './webhook/get-webhook.ts'
import { listWebhookDeliveries } from './webhook/list-webhook-deliveries.ts'
import { listWebhookEvents } from './webhook/list-webhook-events.ts'
import { listWebhooks } from './webhook/list-webhooks.ts'
import { updateWebhook } from './webhook/update-webhook.ts'

/** In the order of the reference. */
export const endpoints: readonly Endpoint[] = [
  listFiles,
  getFile,
  getFileContent,
  getFileThumbnail,
  uploadFile,
  updateFile,
  moveFile,
  copyFile,
  compressFile,
  unzipFile,
  deleteFile,
  searchFiles,
  createFolder,
  getFolder,
  listFolderChildren,
  updateFolder,
  deleteFolder,
  getFolderContent,
  openUpload,
  sendChunk,
  getUpload,
  completeUpload,
  abortUpload,
  createShare,
  updateShare,
  getShare,
  deleteShare,
  getStorage,
  getCurrentWorkspace,
  listWorkspaces,
  createWorkspace,
  getWorkspace,
  renameWorkspace,
  ...people,
  listWebhooks,
  createWebhook,
  listWebhookEvents,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  getKeyInfo,
  getHealth,
]
