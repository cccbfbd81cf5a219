import type { ReservationRequest } from './reservation-store.ts'

/** Small files skip the reservation. The excess over a quota is at most 256 concurrent uploads of this size. */
export const unreservedBytesMax = 256 * 1024

const growthBytes = 8 * 1024 * 1024

export interface ExpectedBytes {
  readonly leastBytes: number
  /** Infinity when unknown. */
  readonly mostBytes: number
}

/** Undefined for small files, and for unknown lengths, which reserve as they grow. */
export function initialReservation({ leastBytes, mostBytes }: ExpectedBytes): ReservationRequest | undefined {
  if (mostBytes <= unreservedBytesMax || mostBytes === Infinity) return undefined
  return { leastBytes, bytes: mostBytes }
}

export const reservationGrowth = (leastBytes: number): ReservationRequest => ({
  leastBytes,
  bytes: Math.max(leastBytes, growthBytes),
})
