interface DemoShare {
  readonly path: string
  readonly sharer: number
  readonly daysAgo: number
  readonly emails?: readonly string[]
  readonly password?: true
  readonly expiresInDays?: number
  readonly message: string
  readonly openings: number
}

export const shares: readonly DemoShare[] = [
  {
    path: 'Photos/Autumn outing',
    sharer: 6,
    daysAgo: 32,
    message: 'Our fall outing. Take a copy of whatever you like.',
    openings: 34,
  },
  {
    path: 'Customers/Grace Kim',
    sharer: 1,
    daysAgo: 12,
    password: true,
    message: 'Your estimates, Grace. The password is the one we agreed on by phone.',
    openings: 5,
  },
  {
    path: 'Accounting/Receipts',
    sharer: 2,
    daysAgo: 21,
    emails: ['gloria.sandoval@example.com', 'audit@example.com'],
    message: 'Receipts of this year for the audit.',
    openings: 12,
  },
  {
    path: 'Staff/Handbook/Safety checklist.md',
    sharer: 0,
    daysAgo: 80,
    message: '',
    openings: 18,
  },
  {
    path: 'Customers/Paul Dempsey',
    sharer: 6,
    daysAgo: 4,
    expiresInDays: 10,
    message: 'The estimate for your boiler, valid for 30 days.',
    openings: 2,
  },
]
