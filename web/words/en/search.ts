import { number, plural } from './grammar.ts'

export const searchWords = {
  title: 'Search',
  box: 'Search files',
  clear: 'Clear search',
  items: 'Items',
  empty: 'Type a part of a name to find files and folders anywhere in this workspace.',
  nothingFound: (query: string) =>
    `No name in this workspace contains “${query}”. Search looks at the names of files and folders, not into files.`,
  nothingOf: {
    file: (query: string) => `No file in this workspace has “${query}” in its name.`,
    folder: (query: string) => `No folder in this workspace has “${query}” in its name.`,
  },
  found: (count: number) => plural(count, 'result', 'results'),
  full: (max: number) => `${number(max)} matches shown; type more.`,
  slow: 'Searching takes longer than usual. The results come by themselves.',
  type: 'Type',
  types: { all: 'All', file: 'Files', folder: 'Folders' },
  name: 'Name',
  folder: 'Folder',
  modified: 'Modified',
  size: 'Size',
  root: 'Files',
}
