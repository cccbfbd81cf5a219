/** A client may send the whole URL, as to a forward proxy; only its path counts here (RFC 9112, 3.2.2). */
export const pathOf = (url: string): string =>
  url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*\/?/i, '/')

/**
 * The same URL, with each segment of its path that cannot be decoded taken letter by letter. It is an id like any other
 * then, and refused where ids are: behind the gate, by its endpoint.
 */
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

/**
 * Whether a segment of the path is `.` or `..`, in any form that some server takes for one: percent-encoded, even several
 * times over, behind a backslash or an encoded slash, or with a parameter such as `..;x`.
 */
export function hasDotSegment(url: string): boolean {
  const [path = ''] = url.split(/[?#]/, 1)
  return path
    .replaceAll(/%(?:25)*2e/gi, '.')
    .replaceAll(/%(?:25)*(?:2f|5c)|\\/gi, '/')
    .split('/')
    .some((segment) => /^\.{1,2}(?:$|;|%(?:25)*3b)/i.test(segment))
}
