/** What a file object says of itself. The server fills it from the name. */
interface Named {
  readonly name: string
  /** Lower case, without the dot. */
  readonly extension: string
  readonly mime_type: string
}

export type PreviewKind = 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'none'

export interface Preview {
  readonly kind: PreviewKind
  /** The only type under which the bytes may be shown. Empty without a preview. */
  readonly mediaType: string
}

/** What browsers show and what holds no scripts, unlike SVG. */
const shown: Readonly<Record<string, Preview>> = {
  avif: { kind: 'image', mediaType: 'image/avif' },
  gif: { kind: 'image', mediaType: 'image/gif' },
  jpeg: { kind: 'image', mediaType: 'image/jpeg' },
  jpg: { kind: 'image', mediaType: 'image/jpeg' },
  png: { kind: 'image', mediaType: 'image/png' },
  webp: { kind: 'image', mediaType: 'image/webp' },
  m4v: { kind: 'video', mediaType: 'video/mp4' },
  mkv: { kind: 'video', mediaType: 'video/x-matroska' },
  mov: { kind: 'video', mediaType: 'video/quicktime' },
  mp4: { kind: 'video', mediaType: 'video/mp4' },
  ogv: { kind: 'video', mediaType: 'video/ogg' },
  webm: { kind: 'video', mediaType: 'video/webm' },
  aac: { kind: 'audio', mediaType: 'audio/aac' },
  flac: { kind: 'audio', mediaType: 'audio/flac' },
  m4a: { kind: 'audio', mediaType: 'audio/mp4' },
  mp3: { kind: 'audio', mediaType: 'audio/mpeg' },
  oga: { kind: 'audio', mediaType: 'audio/ogg' },
  ogg: { kind: 'audio', mediaType: 'audio/ogg' },
  opus: { kind: 'audio', mediaType: 'audio/ogg' },
  wav: { kind: 'audio', mediaType: 'audio/wav' },
  pdf: { kind: 'pdf', mediaType: 'application/pdf' },
}

/** Also HTML and SVG, whose source is shown. */
const text: Preview = { kind: 'text', mediaType: 'text/plain; charset=utf-8' }

const none: Preview = { kind: 'none', mediaType: '' }

/** Text that the table of media types does not know as text: `ts` is a video there. */
const textExtensions: ReadonlySet<string> = new Set(
  (
    'adoc asc astro awk bash bat bib cfg cjs clj cmake cmd cs cts dart diff dockerfile editorconfig el env erl ' +
    'ex exs fish fs gitattributes gitignore go gql gradle graphql groovy hcl hpp hs htaccess ipynb jl js json ' +
    'json5 jsonc jsonl kt kts lisp lock m3u m3u8 mjs mk ml mts ndjson nix org patch pem php pl plist po ' +
    'properties proto ps1 psm1 pug py r rb rs rst scala scm sed sh sol sql srt svelte svg swift tex tf toml ts ' +
    'tsx vb vim vue xml yaml yml zig zsh'
  ).split(' '),
)

const textNames =
  /^(?:\.[a-z]+rc|\.env|\.git\w+|authors|changelog|dockerfile|gemfile|licen[cs]e|makefile|readme)$/i

/** Word processors write it as text, but nobody reads its source. */
const markedUp: ReadonlySet<string> = new Set(['text/rtf', 'text/richtext'])

export function previewOf({ name, extension, mime_type: mediaType }: Named): Preview {
  if (Object.hasOwn(shown, extension)) return shown[extension] ?? none
  const isText =
    textExtensions.has(extension) ||
    (mediaType.startsWith('text/') && !markedUp.has(mediaType)) ||
    /\+(?:json|xml)$/.test(mediaType) ||
    textNames.test(name)
  return isText ? text : none
}
