/** Undefined where the bytes are not text. `cut`: the last character may be incomplete. */
export function decodeText(bytes: Uint8Array, cut: boolean): string | undefined {
  const text = decode(bytes, cut)
  return text?.includes('\0') ? undefined : text
}

function decode(bytes: Uint8Array, cut: boolean): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes, cut)
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes, cut)
  // Old Western files, in which every byte is a character.
  return decodeAs('utf-8', bytes, cut) ?? decodeAs('windows-1252', bytes, cut)
}

function decodeAs(encoding: string, bytes: Uint8Array, cut: boolean): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: cut })
  } catch {
    return undefined
  }
}
