export const shareWords = {}
