import { extensionOf } from '../item/rules.ts'

const archives = '7z br bz2 crx gz jar lz4 lzma rar tgz txz whl xpi xz zip zst'
const pictures = 'avif gif heic heif jpeg jpg jxl png webp'
const sound = 'aac flac m4a mp3 oga ogg opus wma'
const films = '3gp avi m4v mkv mov mp4 mpeg mpg ogv webm wmv'
const documents = 'docx epub odp ods odt pptx xlsx'

const compressedExtensions = new Set(
  [archives, pictures, sound, films, documents].flatMap((names) => names.split(' ')),
)

export const isCompressed = (name: string): boolean => compressedExtensions.has(extensionOf(name))
