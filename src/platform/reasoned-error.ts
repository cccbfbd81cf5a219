/** An expected failure that a library names by a reason of a closed list. The caller finds the words. */
export abstract class ReasonedError extends Error {
  abstract readonly reason: string
}
