import { describe, expect, test } from 'vitest'
import { previewOf } from './preview-kind.ts'
import { extensionOf, mediaTypeOf } from './rules.ts'

const previewOfName = (name: string) =>
  previewOf({ name, extension: extensionOf(name), mime_type: mediaTypeOf(name) })

const kindOf = (name: string) => previewOfName(name).kind

describe('the preview of a file', () => {
  test('shows what browsers show, by its extension in any case', () => {
    expect(previewOfName('a.b.JPG')).toEqual({ kind: 'image', mediaType: 'image/jpeg' })
    expect(previewOfName('a.mov')).toEqual({ kind: 'video', mediaType: 'video/quicktime' })
    expect(previewOfName('a.opus')).toEqual({ kind: 'audio', mediaType: 'audio/ogg' })
    expect(previewOfName('a.pdf')).toEqual({ kind: 'pdf', mediaType: 'application/pdf' })
  })

  test('is the source of text and code, also of what could hold scripts', () => {
    const plain = { kind: 'text', mediaType: 'text/plain; charset=utf-8' }
    const names =
      'a.txt a.md a.log a.json a.geojson a.ts a.tsx a.py a.go a.rs a.csv a.toml a.html a.htm a.xhtml a.svg ' +
      'a.xml a.js a.css a.m3u README Makefile Dockerfile LICENSE .gitignore .bashrc .env'
    for (const name of names.split(' ')) expect(previewOfName(name), name).toEqual(plain)
  })

  test('is missing for the rest', () => {
    const names =
      'a.zip a.docx a.xlsx a.exe a.tiff a.heic a.psd a.rtf a.mpg a.swf a constructor a.constructor ' +
      'a.__proto__ a.toString png .png html jpg. a.key'
    for (const name of names.split(' '))
      expect(previewOfName(name), name).toEqual({ kind: 'none', mediaType: '' })
  })

  test('depends on the last extension only', () => {
    expect(kindOf('a.png.html')).toBe('text')
    expect(kindOf('a.html.png')).toBe('image')
    expect(kindOf('a.png ')).toBe('none')
    expect(kindOf('a.svg.gz')).toBe('none')
  })
})
