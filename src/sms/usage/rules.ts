import type { Month, Period } from './model.ts'

export const periodOf = ({ year, month }: Month): Period => ({
  from: new Date(Date.UTC(year, month - 1)),
  until: new Date(Date.UTC(year, month)),
})
