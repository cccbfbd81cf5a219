export const uploadsWords = {}
