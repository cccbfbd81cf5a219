const tasks = new Set<() => Promise<unknown>>()

/** What needs the session to the end. */
export const beforeLogOut = (task: () => Promise<unknown>): void => void tasks.add(task)

export const finishBeforeLogOut = async (): Promise<void> => {
  await Promise.all([...tasks].map((task) => task()))
}
