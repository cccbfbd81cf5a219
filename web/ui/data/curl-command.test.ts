import { expect, test } from 'vitest'
import { curlCommand } from './curl-command.ts'

test('a read has no method and no body', () => {
  expect(curlCommand({ url: 'http://localhost:8080/v1/files' })).toBe(
    `curl 'http://localhost:8080/v1/files' \\\n  -H "Authorization: Bearer $KEY"`,
  )
})

test('a write sends JSON without undefined fields', () => {
  const command = curlCommand({ method: 'POST', url: 'http://a/v1/x', body: { name: 'a', to: undefined } })
  expect(command).toBe(
    `curl 'http://a/v1/x' \\\n  -H "Authorization: Bearer $KEY" \\\n  --json '{"name":"a"}'`,
  )
  expect(curlCommand({ method: 'DELETE', url: 'http://a/v1/x' })).toMatch(/^curl -X DELETE 'http/)
})

test('quotes in values stay within the argument', () => {
  expect(curlCommand({ method: 'PATCH', url: 'http://a', body: { name: "it's $HOME" } })).toContain(
    String.raw`--json '{"name":"it'\''s $HOME"}'`,
  )
})

test('a form has a part a file', () => {
  expect(curlCommand({ url: 'http://a/v1/files', form: { file: '@hello.txt' } })).toBe(
    `curl 'http://a/v1/files' \\\n  -H "Authorization: Bearer $KEY" \\\n  -F 'file=@hello.txt'`,
  )
})
