/**
 * CRC-32 as arithmetic. A CRC is a polynomial over bits, kept in reverse: bit 31 is the coefficient of x^0. Appending n
 * zero bytes multiplies it by x^(8n) modulo the generator, and the CRC of two pieces one after the other is the first,
 * moved on by the length of the second, plus (exclusive or) the second.
 */

/** The generator of CRC-32 without its highest term, in reverse. */
const generator = 0xedb88320
const one = 0x80000000

/** The product of two polynomials modulo the generator, as a signed number. */
function multiply(a: number, b: number): number {
  let product = 0
  let power = b
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= power
    power = power & 1 ? (power >>> 1) ^ generator : power >>> 1
  }
  return product
}

/** x^(8 * count) modulo the generator, by squaring. */
function powerOfBytes(count: number): number {
  let power = one
  // x^8, then its square for each further binary digit of the count.
  let square = one >>> 8
  for (let rest = count; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = multiply(power, square)
    square = multiply(square, square)
  }
  return power
}

/**
 * The CRC-32 of pieces in their order, from the CRC-32 and the length of each, without reading them. Costs the most for
 * a length that is not like the one before, and a microsecond for each of equal length.
 */
export function combineCrc32(
  parts: Iterable<{ readonly crc32: number; readonly sizeBytes: number }>,
): number {
  let whole = 0
  let known = { sizeBytes: 0, power: one }
  for (const { crc32, sizeBytes } of parts) {
    if (sizeBytes !== known.sizeBytes) known = { sizeBytes, power: powerOfBytes(sizeBytes) }
    whole = multiply(whole, known.power) ^ crc32
  }
  return whole >>> 0
}
