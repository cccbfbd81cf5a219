/** Announces that messages may have become claimable or due. */
export const queueChannel = 'sms.queue'

/** The lane of messages that any number of the pool may take; those for one number queue under its id. */
export const poolLane = 0

/** The lane of the operator's own messages, which any number of the pool takes ahead of everything else. */
export const systemLane = -1
