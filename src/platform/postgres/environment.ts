/** Where programs and libraries are found, where temporary files go, and the time zone and language of the log. */
const passed = /^(PATH|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|TMPDIR|TZ|LANG|LANGUAGE|LC_[A-Z]+)$/

/**
 * What PostgreSQL may know of our environment. It runs under another account when root starts Bureau, and whoever has that
 * account can read its environment: our keys and addresses do not belong there. `PG...` would change its settings, and a
 * preloaded library that shares something with this process would find it closed to that account.
 */
export const serverEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => passed.test(name)))
