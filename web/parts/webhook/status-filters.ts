/** Beside the screen, so that the route's search needs no widget. */
export const statusFilters = ['pending', 'delivered', 'failed'] as const
export type StatusFilter = (typeof statusFilters)[number]
