/** The account of the operator's own messages. No workspace has this id, so no API key can read them. */
export const systemAccountId = 0
