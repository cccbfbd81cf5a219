export const queueChannel = 'sms.queue'

/** The lane of messages that any pool number may send. Messages for one number have its id as their lane. */
export const poolLane = 0

/** The lane of the operator's own messages, which pool numbers take first. */
export const systemLane = -1
