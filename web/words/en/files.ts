import { bytes, number } from './grammar.ts'

export const filesWords = {
  preview: {
    title: 'Preview',
    notFound: 'There is no such file. It may have been deleted.',
    folder: 'This is a folder.',
    previous: 'Previous',
    next: 'Next',
    isFirst: 'This is the first file.',
    isLast: 'This is the last file.',
    isOnly: 'This list has no other file.',
    download: 'Download',
    newTab: 'Open in a new tab',
    position: (index: number, count: number) => `${number(index)} of ${number(count)}`,
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    content: (name: string) => `Content of ${name}`,
    facts: (size: number, type: string) => `${bytes(size)} · ${type}`,
    none: 'Files of this type have no preview.',
    empty: 'This file is empty.',
    broken: 'Your browser cannot show this file.',
    notText: 'This file is not text.',
    noPdf: 'Your browser does not show PDF files in pages.',
    cut: (shown: number, size: number) =>
      `The first ${bytes(shown)} of ${bytes(size)}. Download the file to see the rest.`,
  },
}
