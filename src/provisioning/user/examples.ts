// Each example that creates an account needs a person of its own, because addresses are unique.

export const exampleAnn = { email: 'ann@example.com', first_name: 'Ann', last_name: 'Lee' }
export const exampleCleo = { email: 'cleo@example.com', first_name: 'Cleo', last_name: 'Moss' }
export const exampleDora = { email: 'dora@example.com', first_name: 'Dora', last_name: 'Hale' }
