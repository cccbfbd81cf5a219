/** Takes segments that cannot be decoded literally. They are refused after authentication, like other unknown IDs. */
export function decodable(url: string): string {
  if (!url.includes('%')) return url
  const [path = ''] = url.split(/[?#]/, 1)
  return path.split('/').map(decodableSegment).join('/') + url.slice(path.length)
}

function decodableSegment(segment: string): string {
  try {
    decodeURIComponent(segment)
    return segment
  } catch {
    return segment.replaceAll('%', '%25')
  }
}

/** `.` or `..` in any form that some server accepts: percent-encoded (repeatedly), after `\` or `%2F`, or as `..;x`. */
export function hasDotSegment(url: string): boolean {
  const [path = ''] = url.split(/[?#]/, 1)
  return path
    .replaceAll(/%(?:25)*2e/gi, '.')
    .replaceAll(/%(?:25)*(?:2f|5c)|\\/gi, '/')
    .split('/')
    .some((segment) => /^\.{1,2}(?:$|;|%(?:25)*3b)/i.test(segment))
}
