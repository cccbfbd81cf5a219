const american = /^\+1(\d{3})(\d{3})(\d{4})$/

/** For people, before the server has told how it shows a phone. */
export const displayOf = (phone: string): string => phone.replace(american, '($1) $2-$3')
