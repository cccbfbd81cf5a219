import { AsyncLocalStorage } from 'node:async_hooks'
import {
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type SpanKind,
  type Tracer,
} from '@opentelemetry/api'

export interface SpanStart {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
  readonly parent?: Context
}

/** Not in the library's globals, so that programs in one process don't share them. */
export class Spans {
  readonly #tracer: Tracer
  readonly #current = new AsyncLocalStorage<Context>()

  constructor(tracer: Tracer) {
    this.#tracer = tracer
  }

  begin({ name, kind, attributes, parent }: SpanStart): { readonly span: Span; readonly context: Context } {
    const above = parent ?? this.#current.getStore() ?? ROOT_CONTEXT
    const span = this.#tracer.startSpan(name, { kind, attributes }, above)
    return { span, context: trace.setSpan(above, span) }
  }

  within<Result>(context: Context, work: () => Result): Result {
    return this.#current.run(context, work)
  }

  /** Records only the class of an error, because messages may hold anything. */
  async during<Result>(start: SpanStart, work: (span: Span) => Promise<Result>): Promise<Result> {
    const { span, context } = this.begin(start)
    try {
      return await this.within(context, () => work(span))
    } catch (error) {
      markFailed(span, error instanceof Error ? error.name : 'unknown')
      throw error
    } finally {
      span.end()
    }
  }
}

/** `kind` must be one of few words. */
export function markFailed(span: Span, kind: string): void {
  span.setAttribute('error.type', kind)
  span.setStatus({ code: SpanStatusCode.ERROR })
}
