import type { Data } from '../../api/call.ts'

type Enrolment = Data<'enrolPhoneOfNumber'>

/** What the answer to *Add number* holds, for the page of the number. It is never in the URL or the history. */
const fresh = new Map<number, Enrolment>()

export const keepEnrolment = (numberId: number, enrolment: Enrolment): void =>
  void fresh.set(numberId, enrolment)

export const hasEnrolment = (numberId: number): boolean => fresh.has(numberId)

/** Once. */
export function takeEnrolment(numberId: number): Enrolment | undefined {
  const enrolment = fresh.get(numberId)
  fresh.delete(numberId)
  return enrolment
}
