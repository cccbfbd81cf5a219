import type { ReservationRequest } from './reservation-store.ts'

/**
 * Bytes that a pending blob may have without room of its own, so that small files are stored without another statement.
 * What a workspace can hold beyond its quota while they are on their way is this much for each upload under way, of
 * which a process writes 256 at a time: 64 MB. They take their room when they are published, or go.
 */
export const unreservedBytesMax = 256 * 1024

/** Room that is reserved at a time where nobody knows how much is to come. */
const growthBytes = 8 * 1024 * 1024

/** What is known of the length of a blob before its first byte. */
export interface ExpectedBytes {
  readonly leastBytes: number
  /** Infinity when nobody knows. */
  readonly mostBytes: number
}

/** What to reserve before the first byte; undefined for what is small and for what grows as it comes. */
export function initialReservation({ leastBytes, mostBytes }: ExpectedBytes): ReservationRequest | undefined {
  if (mostBytes <= unreservedBytesMax || mostBytes === Infinity) return undefined
  return { leastBytes, bytes: mostBytes }
}

/** What to reserve when so many bytes more are needed than there is room for. */
export const reservationGrowth = (leastBytes: number): ReservationRequest => ({
  leastBytes,
  bytes: Math.max(leastBytes, growthBytes),
})
