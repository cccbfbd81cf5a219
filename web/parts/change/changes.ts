/** What changes items, in one piece that is fetched after the first picture. */
export { compress, download, unzip } from '../item/archive.ts'
export { rename } from './naming.ts'
export { paste } from './paste.ts'
export { removeLater } from './removal.ts'
export { transfer } from './transfer.ts'
export { undoLast } from './undo.ts'
