import type { Month, Period } from './model.ts'

/** From the first instant of a month up to that of the next. */
export const periodOf = ({ year, month }: Month): Period => ({
  from: new Date(Date.UTC(year, month - 1)),
  until: new Date(Date.UTC(year, month)),
})
