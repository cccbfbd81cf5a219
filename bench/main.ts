import { benchApi } from './api.ts'

const benches: Readonly<Record<string, () => Promise<void>>> = { api: benchApi }

// `npm run bench -- api`: one name, or all of them.
const names = process.argv.slice(2)
for (const name of names.length > 0 ? names : Object.keys(benches)) {
  const bench = benches[name]
  if (!bench) throw new Error(`There is no bench "${name}"; there are: ${Object.keys(benches).join(', ')}.`)
  console.log(`\n${name}`)
  await bench()
}
