/**
 * How long a change of somebody's rights waits for the other processes to have heard of it. As long as anything may
 * stay in their caches, so that after it the change is in force whether they answered or not.
 */
export const settleMsMax = 5000
