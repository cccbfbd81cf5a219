/** Paths, temporary files, time zone and locale. */
const passed = /^(PATH|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|TMPDIR|TZ|LANG|LANGUAGE|LC_[A-Z]+)$/

/**
 * PostgreSQL may run under another account, whose users can read its environment, so our keys stay out. `PG...` would
 * change its settings, and a preloaded library may be unreadable.
 */
export const serverEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => passed.test(name)))
