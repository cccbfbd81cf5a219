const passed = /^(PATH|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|TMPDIR|TZ|LANG|LANGUAGE|LC_[A-Z]+)$/

/** Users of PostgreSQL's account can read its environment, so our keys stay out. `PG...` would change its settings. */
export const serverEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => passed.test(name)))
