import { type Completes, type Node, quoted, valueOptions } from './grammar.ts'

const kindOf = (completes: Completes): string => {
  if (completes.kind !== 'choices') return completes.kind
  return `${completes.isList ? 'list' : 'choices'} ${completes.choices.join(' ')}`
}

function cases(node: Node): string[] {
  const path = node.words.join(' ')
  const names = node.options.map(({ name }) => name)
  const next = node.next.map(({ word }) => word)
  return [
    `    ${quoted(path)})`,
    ...(next.length > 0 ? [`      next=${quoted(next.join(' '))}`] : []),
    `      options=${quoted(names.join(' '))}`,
    ...node.places.map(({ completes }, index) => `      places[${index}]=${quoted(kindOf(completes))}`),
    '      ;;',
  ]
}

function values(grammar: readonly Node[]): string[] {
  return grammar.flatMap(({ words, options }) =>
    options.flatMap(({ name, value }) =>
      value && value.completes.kind !== 'nothing' && name !== '--data'
        ? [`    ${quoted([...words, name].join(' '))}) kind=${quoted(kindOf(value.completes))} ;;`]
        : [],
    ),
  )
}

/** For bash 3.2 and later. It needs no other package. */
export const bashCompletion = (
  grammar: readonly Node[],
): string => `# bash completion of bureau: bureau completion bash

_bureau_at() {
  next= options= places=()
  case $1 in
${grammar.flatMap(cases).join('\n')}
  esac
}

_bureau_value() {
  kind=nothing
  case $1 in
    *' --data') kind=directories ;;
${values(grammar).join('\n')}
  esac
}

_bureau_reply() {
  local reply
  while IFS= read -r reply; do COMPREPLY+=("$reply"); done
}

_bureau_offer() {
  local kind=\${1%% *} offered=\${1#* } cur=$2 start=
  case $kind in
    directories) compopt -o filenames 2>/dev/null; _bureau_reply < <(compgen -d -- "$cur") ;;
    files) compopt -o filenames 2>/dev/null; _bureau_reply < <(compgen -f -- "$cur") ;;
    choices) _bureau_reply < <(compgen -W "$offered" -- "$cur") ;;
    list)
      compopt -o nospace 2>/dev/null
      if [[ $cur == *,* ]]; then start=\${cur%,*}, cur=\${cur##*,}; fi
      _bureau_reply < <(compgen -P "$start" -W "$offered" -- "$cur")
      ;;
  esac
}

_bureau() {
  local cur=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local next options kind path= place=0 skip= word index
  local places=()
  COMPREPLY=()
  _bureau_at ''
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if [[ $word == '=' ]]; then skip=1; continue; fi
    if [[ -n $skip ]]; then skip=; continue; fi
    case $word in
      ${valueOptions(grammar).join('|')}) [[ \${COMP_WORDS[index+1]} == '=' ]] || skip=1 ;;
      -*) ;;
      help) [[ -n $path ]] && place=$((place + 1)) ;;
      *)
        if [[ " $next " == *" $word "* ]]; then
          path="\${path:+$path }$word"
          _bureau_at "$path"
        else
          place=$((place + 1))
        fi
        ;;
    esac
  done
  if [[ $cur == '=' ]]; then cur=; elif [[ $previous == '=' ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; skip=1; fi
  if [[ -n $skip || \${COMP_WORDS[COMP_CWORD]} == '=' ]]; then
    _bureau_value "\${path:+$path }$previous"
    _bureau_offer "$kind" "$cur"
  elif [[ $cur == -* ]]; then
    _bureau_offer "choices $options" "$cur"
  elif [[ -n $next && $place == 0 ]]; then
    _bureau_offer "choices $next$([[ -z $path ]] && echo ' help')" "$cur"
  else
    _bureau_offer "\${places[place]:-nothing}" "$cur"
  fi
}

complete -F _bureau bureau
`
