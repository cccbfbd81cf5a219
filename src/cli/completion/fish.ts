import { type Completes, type Node, valueOptions } from './grammar.ts'

/** In single quotes, where fish reads two escapes. */
const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`

function offered(completes: Completes): string {
  if (completes.kind === 'files') return '-r -F'
  if (completes.kind === 'directories') return "-x -a '(__fish_complete_directories (commandline -ct))'"
  if (completes.kind === 'nothing') return '-x'
  const choices = completes.choices.join(' ')
  return completes.isList
    ? `-x -a ${quoted(`(__fish_complete_list , 'string split " " "${choices}"')`)}`
    : `-x -a ${quoted(choices)}`
}

const lineFor = (test: string, ...parts: readonly string[]): string =>
  `complete -c bureau -n ${quoted(test)} ${parts.join(' ')}`

function lines({ words, next, options, places }: Node): string[] {
  const path = words.join(' ')
  return [
    ...next.map(({ word, description }) =>
      lineFor(`__bureau_at ${path}`.trimEnd(), `-a ${word} -d ${quoted(description)}`),
    ),
    ...options
      .filter(({ name }) => !['--json', '--data', '--help'].includes(name))
      .map(({ name, description, value }) =>
        lineFor(
          `__bureau_in ${path}`,
          `-l ${name.slice(2)} -d ${quoted(description)}`,
          value ? offered(value.completes) : '',
        ).trimEnd(),
      ),
    ...places
      .map(({ completes }, index) => [completes, index] as const)
      .filter(([{ kind }]) => kind !== 'nothing')
      .map(([completes, index]) =>
        lineFor(`__bureau_place ${index} ${path}`, offered(completes).replace('-r ', '').replace('-x ', '')),
      ),
  ]
}

export const fishCompletion = (
  grammar: readonly Node[],
): string => `# fish completion of bureau: bureau completion fish

# The words before the cursor that are neither options nor their values.
function __bureau_words
  set -l skip no
  set -l words
  for token in (commandline -opc)[2..-1]
    if test $skip = yes
      set skip no
      continue
    end
    switch $token
      case ${valueOptions(grammar).join(' ')}
        set skip yes
      case '-*'
      case '*'
        set -a words $token
    end
  end
  if test "$words[1]" = help
    set -e words[1]
  end
  string join \\n -- $words
end

function __bureau_at
  set -l words (__bureau_words)
  test "$words" = "$argv"
end

function __bureau_in
  set -l words (__bureau_words)
  set -l depth (count $argv)
  test (count $words) -ge $depth; and test "$words[1..$depth]" = "$argv"
end

function __bureau_place
  set -l words (__bureau_words)
  set -l path $argv[2..-1]
  set -l depth (count $path)
  test (count $words) -eq (math $depth + $argv[1]); and test "$words[1..$depth]" = "$path"
end

complete -c bureau -f
complete -c bureau -l json -d 'print one JSON object'
complete -c bureau -l data -d 'directory of the installation' -x -a '(__fish_complete_directories (commandline -ct))'
complete -c bureau -l help -s h -d 'show this help'
complete -c bureau -n __bureau_at -a help -d 'Show the help of a command'
${grammar.flatMap(lines).join('\n')}
`
