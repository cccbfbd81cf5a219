/** Only the owner recognizes the address: `a***@example.com`. */
export function masked(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  const [first = ''] = local
  return `${first}***@${domain}`
}
