import { describe, expect, test } from 'vitest'
import { sampleEndpoints } from '../../../test/sample-service.ts'
import type { Endpoint } from '../endpoint.ts'
import { curlCommands } from './curl.ts'

const named = (id: string): Endpoint => {
  const endpoint = sampleEndpoints.find((each) => each.id === id)
  if (!endpoint) throw new Error(`no operation ${id}`)
  return endpoint
}
const commands = (id: string) => curlCommands(named(id), sampleEndpoints, 'http://boxes/api')
const authorization = '-H "Authorization: Bearer $FILES_KEY"'
const madeBox = `BOX_ID=$(curl -sS 'http://boxes/api/boxes' \\
  ${authorization} \\
  --json '{"title":"Ada'\\''s invoices","colour":"white"}' \\
  | jq -r '.data.id')

`

describe('commands to paste', () => {
  test('have the credentials in a variable', () => {
    expect(commands('listBoxes')).toBe(`curl 'http://boxes/api/boxes?limit=1' \\\n  ${authorization}`)
  })

  test('make what the call needs first', () => {
    expect(commands('getBox')).toBe(`${madeBox}curl "http://boxes/api/boxes/$BOX_ID" \\\n  ${authorization}`)
  })

  test('send bytes without a file on the disk', () => {
    expect(commands('fillBox')).toBe(
      `${madeBox}curl "http://boxes/api/boxes/$BOX_ID/content" \\
  ${authorization} \\
  -H 'Content-Type: application/octet-stream' \\
  --data-binary 'Hello'`,
    )
  })

  test('pipe bytes that are not text into a form', () => {
    expect(commands('importBox')).toBe(
      `echo AAECAw== | base64 -d | curl 'http://boxes/api/boxes/import' \\
  ${authorization} \\
  -F 'title=Invoices 2026' \\
  -F 'file=@-;filename=thing.bin'`,
    )
  })

  test('end where a reader did not set what the service cannot make', () => {
    const getBox = named('getBox')
    const given = { BOX_ID: { meaning: 'the id of a box', value: 17 } }
    const example = { given, params: { id: '$BOX_ID' } }
    const endpoint = { ...getBox, definition: { ...getBox.definition, example } }
    expect(curlCommands(endpoint, sampleEndpoints, 'http://boxes/api')).toBe(
      `: "\${BOX_ID:?is the id of a box; set it first}"

curl "http://boxes/api/boxes/$BOX_ID" \\
  ${authorization}`,
    )
  })

  test('wait for work in the background', () => {
    expect(commands('openBox')).toContain('--fail --retry')
  })

  test('need a declared example', () => {
    expect(commands('health')).toBeUndefined()
  })

  test.each([
    [{ boxes: ['$BOX_ID'] }, `{"boxes":['$BOX_ID']}`],
    [{ owner: '$NAME' }, `{"owner":"'$NAME'"}`],
  ])('write the variables of %o outside of the quotes, and numbers as numbers', (body, written) => {
    const makeBox = named('makeBox')
    const owner = { variable: 'NAME', operation: 'makeBox', path: '.data.title' } as const
    const box = { ...owner, variable: 'BOX_ID', path: '.data.id' } as const
    const { definition } = makeBox
    const endpoint = {
      ...makeBox,
      id: 'shipBoxes',
      definition: { ...definition, example: { before: [owner, box], body } },
    }
    expect(curlCommands(endpoint, sampleEndpoints, '')).toContain(`--json '${written}'`)
  })
})
