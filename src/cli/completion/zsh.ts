import { type Completes, type CompletedOption, type Node, quoted, valueOptions } from './grammar.ts'

/** Within a part of an \`_arguments\` specification. */
const escaped = (text: string): string => text.replaceAll(/[\\:[\]]/g, String.raw`\$&`)

function actionOf(completes: Completes): string {
  if (completes.kind === 'directories') return '_directories'
  if (completes.kind === 'files') return '_files'
  if (completes.kind === 'nothing') return ' '
  const choices = completes.choices.map((choice) => escaped(choice))
  return completes.isList ? ` _values -s , value ${choices.join(' ')}` : `(${choices.join(' ')})`
}

function optionSpecification({ name, description, value }: CompletedOption): string {
  const explained = `${name}[${escaped(description)}]`
  if (!value) return quoted(explained)
  return quoted(`${explained.replace('[', '=[')}:${escaped(value.placeholder)}:${actionOf(value.completes)}`)
}

function cases({ words, next, options, places }: Node): string[] {
  const described = [
    ...next,
    ...(words.length === 0 ? [{ word: 'help', description: 'Show the help of a command' }] : []),
  ]
  return [
    `    ${quoted(words.join(' '))})`,
    ...(next.length === 0
      ? []
      : [
          `      next=(${next.map(({ word }) => word).join(' ')})`,
          '      described=(',
          ...described.map(
            ({ word, description }) =>
              `        ${quoted(`${word}:${description.replaceAll(':', String.raw`\:`)}`)}`,
          ),
          '      )',
        ]),
    '      specifications=(',
    ...options.map((option) => `        ${optionSpecification(option)}`),
    ...places.map(
      ({ placeholder, completes }, index) =>
        `        ${quoted(`${index + 1}:${escaped(placeholder)}:${actionOf(completes)}`)}`,
    ),
    '      )',
    '      ;;',
  ]
}

export const zshCompletion = (grammar: readonly Node[]): string => `#compdef bureau
# zsh completion of bureau: bureau completion zsh

_bureau_at() {
  next=() described=() specifications=()
  case $1 in
${grammar.flatMap(cases).join('\n')}
  esac
}

_bureau() {
  local -a next described specifications rest
  local path_= skip= word
  local -i place=0
  _bureau_at ''
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if [[ -n $skip ]]; then skip=; rest+=("$word"); continue; fi
    case $word in
      ${valueOptions(grammar).join('|')}) skip=1; rest+=("$word") ;;
      -*) rest+=("$word") ;;
      *)
        if [[ $word == help && -z $path_ ]]; then
          :
        elif (( place == 0 && \${next[(Ie)$word]} )); then
          path_="\${path_:+$path_ }$word"
          _bureau_at "$path_"
        else
          place+=1
          rest+=("$word")
        fi
        ;;
    esac
  done
  if [[ -z $skip && $words[CURRENT] != -* && $place == 0 ]] && (( $#next )); then
    _describe -t commands command described
    return
  fi
  # Without the words of the command, the rest is what its options describe.
  words=(bureau "\${(@)rest}" "\${(@)words[CURRENT,-1]}")
  CURRENT=$(( $#rest + 2 ))
  _arguments -S $specifications
}

if [[ $funcstack[1] == _bureau ]]; then
  _bureau "$@"
else
  compdef _bureau bureau
fi
`
