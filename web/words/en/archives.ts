import { duration, plural } from './grammar.ts'

export const archiveWords = {
  items: (count: number) => plural(count, 'item', 'items'),
  made: (name: string) => `Made ${name}.`,
  madeMany: (count: number) => `Made ${plural(count, 'archive', 'archives')}.`,
  limited: (seconds: number) =>
    `You compressed or unzipped too much in a short time. Try again in ${duration(seconds)}.`,
  failedOf: (name: string, reason: string, others: number) =>
    others === 0
      ? `${name}: ${reason}`
      : `${name}: ${reason} ${plural(others, 'other item', 'other items')} failed too.`,
  tooManyToDownload: (max: number) =>
    `Up to ${max} items can be downloaded at once. Choose fewer, or download the folder that they are in.`,
}
