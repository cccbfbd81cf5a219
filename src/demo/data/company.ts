/** A made-up company. Its phones are of the range that is kept for fiction, its addresses of example.com. */

export const companyName = 'Fernwood Heating & Plumbing'

export interface DemoPerson {
  readonly firstName: string
  readonly lastName: string
  readonly role: 'owner' | 'admin' | 'member'
}

export const staff: readonly [DemoPerson, ...DemoPerson[]] = [
  { firstName: 'Diane', lastName: 'Mercer', role: 'owner' },
  { firstName: 'Marcus', lastName: 'Bell', role: 'admin' },
  { firstName: 'Priya', lastName: 'Nair', role: 'admin' },
  { firstName: 'James', lastName: 'Okafor', role: 'member' },
  { firstName: 'Elena', lastName: 'Ruiz', role: 'member' },
  { firstName: 'Tom', lastName: 'Kowalski', role: 'member' },
  { firstName: 'Hannah', lastName: 'Lindqvist', role: 'member' },
  { firstName: 'Ben', lastName: 'Carter', role: 'member' },
]

/** People without the company, who ask for access to provisioning. */
export const applicants = [
  {
    firstName: 'Claire',
    lastName: 'Whitman',
    company: 'Whitman Property Group',
    purpose: 'Accounts for the tenants of our buildings, so that they can reach Fernwood by text.',
    monthlyAccounts: 40,
    decided: undefined,
  },
  {
    firstName: 'Owen',
    lastName: 'Price',
    company: 'Price & Daughters Roofing',
    purpose: 'Accounts for the crews that we share with Fernwood during the season.',
    monthlyAccounts: 12,
    decided: undefined,
  },
  {
    firstName: 'Gloria',
    lastName: 'Sandoval',
    company: 'Sandoval Bookkeeping',
    purpose: 'Accounts for the clients whose books we keep.',
    monthlyAccounts: 25,
    decided: 'approve',
  },
] as const

export const invitees = [
  { email: 'nora.whitfield@example.com', role: 'member' },
  { email: 'sam.delgado@example.com', role: 'admin' },
] as const

export const emailOf = ({ firstName, lastName }: Pick<DemoPerson, 'firstName' | 'lastName'>): string =>
  `${firstName}.${lastName}@example.com`.toLowerCase()

export const numbers = {
  office: { phone: '+12025550101', label: 'Office' },
  reminders: { phone: '+12025550102', label: 'Reminders' },
  crew: { phone: '+12025550103', label: 'Field crew' },
  nights: { phone: '+12025550104', label: 'After hours' },
} as const

export type NumberName = keyof typeof numbers

/** The members of the group, with private phones. */
export const crew = [
  { name: 'James', phone: '+12025550191', admin: true },
  { name: 'Elena', phone: '+12025550192', admin: false },
  { name: 'Tom', phone: '+12025550193', admin: false },
  { name: 'Ben', phone: '+12025550194', admin: false },
  { name: 'Hannah', phone: '+12025550195', admin: false },
] as const

export interface Customer {
  readonly name: string
  readonly first: string
  readonly phone: string
  readonly street: string
}

const customerNames = [
  ['Alice Monroe', '14 Birch Lane'],
  ['Robert Hayes', '208 Orchard Street'],
  ['Carmen Alvarez', '31 Mill Road'],
  ['Grace Kim', '5 Harbor View'],
  ['Walter Jensen', '77 Prospect Avenue'],
  ['Denise Coleman', '1120 Linden Street'],
  ['Peter Novak', '9 Quarry Court'],
  ['Yasmin Haddad', '46 Chestnut Street'],
  ['Frank Sullivan', '300 Depot Road'],
  ['Linda Park', '18 Meadow Drive'],
  ['Andre Baptiste', '62 Canal Street'],
  ['Susan Whitaker', '4 Old Post Road'],
  ['Miguel Santos', '815 Franklin Avenue'],
  ['Karen Olsen', '27 Hillcrest Terrace'],
  ['David Goldberg', '142 Park Place'],
  ['Teresa Romano', '39 Vine Street'],
  ['Howard Lee', '510 Washington Street'],
  ['Joan Pruitt', '83 Maple Avenue'],
  ['Isaac Freeman', '12 Schoolhouse Lane'],
  ['Nadia Petrova', '256 River Street'],
  ['Paul Dempsey', '71 Church Street'],
  ['Monica Reyes', '6 Sycamore Circle'],
] as const

/** +1 202 555 0123 stays free, because the tour of the README texts it. */
const firstCustomerPhone = 124

export const customers: readonly Customer[] = customerNames.map(([name, street], index) => ({
  name,
  first: name.split(' ', 1)[0] ?? name,
  phone: `+12025550${firstCustomerPhone + index}`,
  street,
}))
