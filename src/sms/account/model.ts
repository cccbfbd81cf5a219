/** The account of the operator's own messages. No workspace has this id, so no key of a customer can see them. */
export const systemAccountId = 0
