import { getShareNote } from './get-share-note.ts'
import { setShareNote } from './set-share-note.ts'

export const shareEndpoints = [getShareNote, setShareNote]
