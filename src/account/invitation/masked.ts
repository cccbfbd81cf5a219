/** Enough of an address for its owner to know it, and too little for anybody else: `a***@example.com`. */
export function masked(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  const [first = ''] = local
  return `${first}***@${domain}`
}
