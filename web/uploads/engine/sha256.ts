const primes = (count: number): readonly number[] => {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime > 0)) found.push(n)
  return found
}

/** The first 32 bits of the fraction. */
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0

const constants = primes(64).map((prime) => fraction(Math.cbrt(prime)))
const start = primes(8).map((prime) => fraction(Math.sqrt(prime)))

const turn = (x: number, bits: number): number => (x >>> bits) | (x << (32 - bits))

function padded(bytes: Uint8Array): DataView {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  whole.set(bytes)
  whole[bytes.length] = 0x80
  const view = new DataView(whole.buffer)
  view.setBigUint64(whole.length - 8, BigInt(bytes.length) * 8n)
  return view
}

function mix(state: readonly number[], view: DataView, offset: number): readonly number[] {
  const words = Array.from({ length: 64 }, (_, i) => (i < 16 ? view.getInt32(offset + i * 4) : 0))
  const at = (i: number): number => words[i] ?? 0
  for (let i = 16; i < 64; i++) {
    const [x, y] = [at(i - 15), at(i - 2)]
    const [s0, s1] = [turn(x, 7) ^ turn(x, 18) ^ (x >>> 3), turn(y, 17) ^ turn(y, 19) ^ (y >>> 10)]
    words[i] = (at(i - 16) + s0 + at(i - 7) + s1) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (constants[i] ?? 0) + at(i)) | 0
    const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0]
  }
  return [a, b, c, d, e, f, g, h].map((x, i) => (x + (state[i] ?? 0)) | 0)
}

/** As in FIPS 180-4, for small inputs on plain http, where browsers offer none. */
export function sha256(bytes: Uint8Array): string {
  const view = padded(bytes)
  let state: readonly number[] = start
  for (let offset = 0; offset < view.byteLength; offset += 64) state = mix(state, view, offset)
  return state.map((x) => (x >>> 0).toString(16).padStart(8, '0')).join('')
}
