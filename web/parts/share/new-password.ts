/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 4

/** Four groups of four, to be read out on a phone: some 79 bits. */
export function newPassword(): string {
  const letters: string[] = []
  const limit = 256 - (256 % alphabet.length)
  while (letters.length < groups * groupLength)
    for (const byte of crypto.getRandomValues(new Uint8Array(32)))
      if (byte < limit) letters.push(alphabet.charAt(byte % alphabet.length))
  return Array.from({ length: groups }, (_, group) =>
    letters.slice(group * groupLength, (group + 1) * groupLength).join(''),
  ).join('-')
}
