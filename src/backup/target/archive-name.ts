import { archiveSuffix } from '../archive/format.ts'

/** In the names of nightly archives, so that only these are removed when newer ones exist. */
export const nightlyLabel = 'nightly'

export const archiveBeginning = 'bureau-'

const namePattern =
  /^bureau-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-([0-9A-Za-z][0-9A-Za-z.-]{0,40}))?\.backup$/

/** `bureau-20261126T030000Z.backup`, with a label `bureau-20261126T030000Z-nightly.backup`. Names sort by time. */
export function archiveName(at: Date, label?: string): string {
  const time = at.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
  return `${archiveBeginning}${time}${label === undefined ? '' : `-${label}`}${archiveSuffix}`
}

interface NamedArchive {
  readonly at: Date
  readonly label: string | undefined
}

/** Undefined if a person renamed it. */
export function readArchiveName(name: string): NamedArchive | undefined {
  const [, year, month, day, hour, minute, second, label] = namePattern.exec(name) ?? []
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) ? undefined : { at, label }
}
