/** Beside the widgets, so that the route's search needs none of them. */
export const personDialogs = ['disable', 'operator', 'end-operator'] as const
export type PersonDialog = (typeof personDialogs)[number]
