export interface ServerEvent {
  readonly event: string
  readonly data: unknown
}

/** Takes the text of a stream of server-sent events in pieces and returns the events that each completes. */
export function eventParser(): (piece: string) => readonly ServerEvent[] {
  let rest = ''
  return (piece) => {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap((block) => {
      const lines = block.split('\n')
      const valueOf = (name: string) => lines.find((line) => line.startsWith(name))?.slice(name.length)
      const [event, data] = [valueOf('event: '), valueOf('data: ')]
      return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) as unknown }]
    })
  }
}
