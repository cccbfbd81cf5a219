import { describe, expect, test } from 'vitest'
import { blobsLocation } from './location.ts'

describe('where blobs are', () => {
  test('is a directory as it was written', () => {
    for (const [text, directory] of [
      ['file:bytes', 'bytes'],
      ['file:/mnt/bytes', '/mnt/bytes'],
      ['file:///mnt/bytes', '/mnt/bytes'],
    ] as const)
      expect(blobsLocation.read(text)).toEqual({ kind: 'directory', directory })
  })

  test('is a bucket of Amazon or of another server', () => {
    expect(blobsLocation.read('s3://bureau-blobs')).toEqual({
      kind: 's3',
      bucket: 'bureau-blobs',
      prefix: '',
      region: undefined,
      endpoint: undefined,
    })
    const text = 's3://bureau?endpoint=https://s3.example.com:9000/&region=eu-west-1&prefix=office/blobs'
    expect(blobsLocation.read(text)).toEqual({
      kind: 's3',
      bucket: 'bureau',
      prefix: 'office/blobs/',
      region: 'eu-west-1',
      endpoint: 'https://s3.example.com:9000',
    })
  })

  test.each([
    ['/var/lib/blobs', 'must be file:'],
    ['https://bucket', 'must be file:'],
    ['file:', 'must be file:'],
    ['s3:bucket', 'must name a bucket'],
    ['s3://', 'must name a bucket'],
    ['s3://a', 'must name a bucket'],
    ['s3://Bucket_1', 'must name a bucket'],
    ['s3://bucket/blobs', 'must name a bucket'],
    ['s3://bucket:9000', 'must name a bucket'],
    ['s3://key:secret@bucket', 'must not contain keys'],
    ['s3://bucket?endpont=https://s3.example.com', '"endpont"'],
    ['s3://bucket?region=a&region=b', '"region"'],
    ['s3://bucket?endpoint=s3.example.com', 'endpoint'],
    ['s3://bucket?endpoint=https://s3.example.com/path', 'endpoint'],
    ['s3://bucket?endpoint=https://key:secret@s3.example.com', 'endpoint'],
    ['s3://bucket?region=eu%20west', 'region'],
    ['s3://bucket?prefix=../other', 'prefix'],
    ['s3://bucket?prefix=/blobs', 'prefix'],
  ])('is refused when it is %s', (text, problem) => {
    expect(() => blobsLocation.read(text)).toThrow(problem)
  })
})
