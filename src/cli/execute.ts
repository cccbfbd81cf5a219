import type { CommandContext, Declaration, Prepared } from './command.ts'
import { commands, declarations } from './commands.ts'
import { isInterruption, sentenceFor } from './failure.ts'
import { completionDeclaration, runCompletion } from './completion/completion.ts'
import { commandHelp, listHelp, readLine, usageFailure } from './help.ts'
import { Interrupted } from './interrupted.ts'
import { failed, type Outcome, printed, printedHelp } from './outcome.ts'
import { UsageError } from './parse.ts'
import { suggestion } from './suggestion.ts'
import { splitLine } from './words.ts'

export type Readied = { readonly outcome: Outcome } | { readonly prepared: Prepared }

/** Finds the command and parses its options, without side effects. Help and usage errors are outcomes. */
export function prepare(argv: readonly string[]): Readied {
  const { words, rest } = splitLine(argv, declarations)
  if (words[0] === 'help') return prepare([...rest.filter((word) => word !== '--help'), '--help'])
  const declaration = declarations.find((known) => startsWith(words, known.words))
  if (!declaration) return { outcome: withoutCommand(words, rest) }
  const name = declaration.words.join(' ')
  try {
    if (declaration === completionDeclaration) return { outcome: runCompletion(rest, declarations) }
    const command = commands.find((known) => known === declaration)
    if (!command) return { outcome: elsewhere(declaration, rest) }
    const prepared = command.prepare(rest)
    return prepared === 'help' ? { outcome: commandHelp(declaration) } : { prepared }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return { outcome: usageFailure(error, name) }
  }
}

const startsWith = (words: readonly string[], start: readonly string[]): boolean =>
  start.every((word, index) => words[index] === word)

/** Of a command that does not run in the server, only the help is here. */
function elsewhere(declaration: Declaration, rest: readonly string[]): Outcome {
  const line = readLine(rest, declaration)
  return 'outcome' in line
    ? line.outcome
    : failed(2, `"${declaration.words.join(' ')}" cannot run inside the server.`)
}

function withoutCommand(words: readonly string[], rest: readonly string[]): Outcome {
  const [group] = words
  const members = declarations.filter((known) => group === undefined || known.words[0] === group)
  if (group !== undefined && members.length === 0)
    return failed(2, `Unknown command "${group}".${suggestCommand(group)} See: bureau --help`)
  const unknown = rest.find((word, index) => !word.startsWith('-') && rest[index - 1] !== '--data')
  if (unknown !== undefined) {
    const names = members.flatMap(({ words: [, second] }) => second ?? [])
    return failed(
      2,
      `Unknown command "${group} ${unknown}".${suggestion(unknown, names)} See: bureau ${group} --help`,
    )
  }
  const help = listHelp(group, members)
  return rest.includes('--help') || rest.includes('-h')
    ? printedHelp(help)
    : { exit: 2, stdout: '', stderr: help }
}

const namesakesMax = 2

/** `restore` is `backup restore`. */
function suggestCommand(typed: string): string {
  const namesakes = declarations.filter(({ words }) => words.at(-1) === typed)
  if (namesakes.length === 0 || namesakes.length > namesakesMax)
    return suggestion(typed, [...new Set(declarations.map(({ words: [first] }) => first))])
  return ` Did you mean ${namesakes.map(({ words }) => `"${words.join(' ')}"`).join(' or ')}?`
}

/** Never rejects: a failure is an outcome too, and a defect is also logged. */
export async function perform<Given extends Pick<CommandContext, 'log' | 'signal'>>(
  prepared: Prepared<Given>,
  context: Given,
): Promise<Outcome> {
  const name = prepared.words.join(' ')
  try {
    if (prepared.long) context.signal.throwIfAborted()
    const { result, text, note, failure } = await prepared.run(context)
    const stdout = `${prepared.json ? JSON.stringify(result) : text}\n`
    const stderr = prepared.json || note === undefined ? '' : `${note}\n`
    return failure === undefined ? { ...printed(stdout), stderr } : { ...failed(1, failure), stdout }
  } catch (error) {
    if (prepared.long && isInterruption(error, context.signal)) return interruption(prepared, context.signal)
    if (error instanceof UsageError) return usageFailure(error, name)
    const sentence = sentenceFor(error)
    if (sentence !== undefined) return failed(1, sentence)
    context.log.error({ err: error, command: name }, 'A command failed.')
    return failed(1, `"${name}" failed unexpectedly. See the log for the cause.`)
  }
}

function interruption({ interrupted }: Pick<Prepared, 'interrupted'>, { reason }: AbortSignal): Outcome {
  const { by, message } = reason instanceof Interrupted ? reason : new Interrupted('caller')
  return failed(by === 'caller' ? 130 : 1, `${message} ${interrupted}`)
}
