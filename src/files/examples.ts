import type { ExampleStep } from '../api/example.ts'
import { folderMediaType } from './item/rules.ts'
import type { File } from './item/model.ts'

const step = (variable: string, operation: string, path: ExampleStep['path']): ExampleStep => ({
  variable,
  operation,
  path,
})

export const oneFile = step('FILE_ID', 'uploadFile', '.data.id')
export const oneFolder = step('FOLDER_ID', 'createFolder', '.data.id')
export const oneArchive = step('ARCHIVE_ID', 'compressFile', '.data.id')
export const oneShare = step('FILE_ID', 'createShare', '.data.file_id')
export const oneUpload = step('UPLOAD_KEY', 'openUpload', '.data.upload_key')
export const currentWorkspace = step('WORKSPACE_ID', 'getCurrentWorkspace', '.data.id')

const text = 'All is well.'
export const exampleBytes = { name: 'report.txt', text }

export const fileInFolder: ExampleStep = {
  ...oneFile,
  input: { body: { parent_id: '$FOLDER_ID' }, file: exampleBytes },
}

export const withId = <Entry extends File>(entry: Entry, id: string): Entry => ({
  ...entry,
  id,
  share_url: `http://localhost:8081/sl/${id}`,
})

export const exampleFile: File = {
  id: 'a1B2c3D4',
  type: 'file',
  name: exampleBytes.name,
  parent_id: null,
  size: text.length,
  mime_type: 'text/plain',
  extension: 'txt',
  has_thumbnail: false,
  share_status: 'private',
  share_url: 'http://localhost:8081/sl/a1B2c3D4',
  share_active: false,
  shared_with: null,
  share_password_protected: false,
  share_expires_at: null,
  created_at: '2026-11-21 10:00:00',
  updated_at: '2026-11-21 10:00:00',
}

export const exampleFolder: File = withId(
  { ...exampleFile, type: 'folder', name: 'Reports', size: 0, mime_type: folderMediaType, extension: '' },
  'f5G6h7J8',
)

export const exampleChild: File = { ...exampleFile, parent_id: exampleFolder.id }

export const examplePage = { total: 1, offset: 0, limit: 20, next_offset: null }
