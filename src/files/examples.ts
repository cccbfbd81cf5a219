import type { ExampleStep } from '../api/example.ts'
import { folderMediaType } from './file/rules.ts'
import type { File } from './file/model.ts'

// What the examples of the reference have in common: the calls before them, and what those answer.

export const oneFile: ExampleStep = { variable: 'FILE_ID', operation: 'uploadFile', path: '.data.id' }
export const oneFolder: ExampleStep = { variable: 'FOLDER_ID', operation: 'createFolder', path: '.data.id' }
export const oneArchive: ExampleStep = {
  variable: 'ARCHIVE_ID',
  operation: 'compressFile',
  path: '.data.id',
}
export const oneShare: ExampleStep = { variable: 'FILE_ID', operation: 'createShare', path: '.data.file_id' }
export const oneUpload: ExampleStep = {
  variable: 'UPLOAD_KEY',
  operation: 'openUpload',
  path: '.data.upload_key',
}
export const currentWorkspace: ExampleStep = {
  variable: 'WORKSPACE_ID',
  operation: 'getCurrentWorkspace',
  path: '.data.id',
}

const text = 'All is well.'
export const exampleBytes = { name: 'report.txt', text }

/** A file that the folder of `oneFolder` holds. */
export const fileInFolder: ExampleStep = {
  ...oneFile,
  input: { body: { parent_id: '$FOLDER_ID' }, file: exampleBytes },
}

/** A file or folder with this id, and with the link that goes with it. */
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

/** `exampleFile` in `exampleFolder`. */
export const exampleChild: File = { ...exampleFile, parent_id: exampleFolder.id }

export const examplePage = { total: 1, offset: 0, limit: 20, next_offset: null }
