import { describe, expect, test } from 'vitest'
import { sampleEndpoints, sampleService } from '../../../test/sample-service.ts'
import { operationsOf, resolved } from './document.ts'
import { mergeDocuments } from './merge.ts'
import { openApi } from './openapi.ts'

const servers = [{ url: 'https://boxes.example.org' }]

describe('a merged document', () => {
  const merged = mergeDocuments({ title: 'All', description: 'Both.' }, servers, [
    { name: 'one', document: openApi(sampleService, sampleEndpoints, { servers, pathPrefix: '/v1/one' }) },
    { name: 'two', document: openApi(sampleService, sampleEndpoints, { servers, pathPrefix: '/v1/two' }) },
  ])

  test('keeps the operations of all services apart', () => {
    const ids = operationsOf(merged.paths).map((each) => each.operation.operationId)
    expect(ids).toHaveLength(2 * sampleEndpoints.length)
    expect(new Set(ids).size).toBe(ids.length)
    expect(merged.paths['/v1/two/boxes/{id}']?.get?.operationId).toBe('two.getBox')
  })

  test('has every component that it refers to', () => {
    const references = [...JSON.stringify(merged).matchAll(/"\$ref":"([^"]+)"/g)].map(
      (match) => match[1] ?? '',
    )
    expect(references.length).toBeGreaterThan(100)
    for (const $ref of references) expect(resolved(merged, { $ref })).toBeDefined()
  })
})
