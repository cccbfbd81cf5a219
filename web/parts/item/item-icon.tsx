import { useState } from 'react'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { Item } from './item.ts'
import styles from './item-icon.module.css'

const byKind: Readonly<Record<string, IconName>> = {
  image: 'image',
  video: 'film',
  audio: 'music',
  text: 'fileText',
}

const byExtension: Readonly<Record<string, IconName>> = {
  ...Object.fromEntries(
    ['zip', 'tar', 'gz', 'tgz', '7z', 'rar', 'bz2', 'xz', 'zst'].map((one) => [one, 'archive']),
  ),
  ...Object.fromEntries(['csv', 'tsv', 'xls', 'xlsx', 'ods', 'numbers'].map((one) => [one, 'fileTable'])),
  ...Object.fromEntries(
    ['pdf', 'doc', 'docx', 'odt', 'rtf', 'pages', 'epub'].map((one) => [one, 'fileText']),
  ),
  ...Object.fromEntries(
    [
      'js',
      'ts',
      'tsx',
      'json',
      'html',
      'css',
      'xml',
      'yml',
      'yaml',
      'toml',
      'sh',
      'py',
      'go',
      'rs',
      'c',
      'sql',
    ].map((one) => [one, 'fileCode']),
  ),
}

const iconOf = ({ type, extension, mime_type: mime }: Item): IconName =>
  type === 'folder' ? 'folder' : (byExtension[extension] ?? byKind[mime.split('/', 1)[0] ?? ''] ?? 'file')

export const thumbnailOf = (workspace: string, { id }: Item): string =>
  `/console/v1/workspaces/${workspace}/files/files/${id}/thumbnail`

interface ItemIconProps {
  readonly item: Item
  /** With it, a picture shows itself. */
  readonly workspace?: string | undefined
  readonly size?: 18 | 24
}

/** A picture of itself, or an icon of its kind. The name is beside it. */
export function ItemIcon({ item, workspace, size = 18 }: ItemIconProps) {
  const [isMissing, setMissing] = useState(false)
  if (workspace !== undefined && item.has_thumbnail && !isMissing)
    return (
      <img
        src={thumbnailOf(workspace, item)}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        className={styles.picture}
        onError={() => setMissing(true)}
      />
    )
  return (
    <span className={item.type === 'folder' ? styles.folder : styles.file}>
      <Icon name={iconOf(item)} size={size} />
    </span>
  )
}
