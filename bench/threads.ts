import { readFile } from 'node:fs/promises'

// Sixteen uploads at once need sixteen flushes at once, also where this process flushes for a peer; libuv has four threads
// unless this variable says otherwise when it starts them. Servers that are started later do not inherit it.
const variable = 'UV_THREADPOOL_SIZE'
const given = process.env[variable]
process.env[variable] ??= '16'
await readFile('/dev/null')
if (given === undefined) delete process.env[variable]
