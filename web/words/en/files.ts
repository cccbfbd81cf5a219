export const filesWords = {}
