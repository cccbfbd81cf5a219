import type { Problem } from './problem.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** Chosen in `service.ts`; handlers never see it. */
export interface Envelope {
  /** Only lists have `meta`. */
  readonly success: (result: unknown, meta?: unknown) => unknown
  /** For a preserialized result. */
  readonly around: (json: string, meta?: unknown) => string
  readonly failure: (problem: Pick<Problem, 'code' | 'message' | 'details'>) => unknown
  readonly successSchema: (result: JsonSchema, meta?: JsonSchema) => JsonSchema
  readonly failureSchema: JsonSchema
}

const errorSchema = (more: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['code', 'message'],
  properties: { code: { type: 'string' }, message: { type: 'string' }, ...more },
})

const object = (properties: JsonSchema): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

const withDetails = {
  failure: ({ code, message, details }: Pick<Problem, 'code' | 'message' | 'details'>) => ({
    error: details === undefined ? { code, message } : { code, message, details },
  }),
  failureSchema: object({ error: errorSchema({ details: { type: 'object' } }) }),
}

/** `{ok: true, ...result}` and `{ok: false, error: {code, message}}`. Of the details, only `reason` is included. */
export const okEnvelope: Envelope = {
  success: (result) => ({ ok: true, ...(result as object) }),
  around: (json) => (json === '{}' ? '{"ok":true}' : `{"ok":true,${json.slice(1)}`),
  failure: ({ code, message, details }) => ({
    ok: false,
    error:
      details?.['reason'] === undefined ? { code, message } : { code, message, reason: details['reason'] },
  }),
  successSchema: (result) => {
    const { properties, required, ...rest } = result as {
      properties?: JsonSchema
      required?: readonly string[]
    }
    return {
      ...rest,
      type: 'object',
      properties: { ok: { const: true }, ...properties },
      required: ['ok', ...(required ?? [])],
    }
  },
  failureSchema: object({ ok: { const: false }, error: errorSchema({ reason: { type: 'string' } }) }),
}

/** `{data, meta?}` and `{error: {code, message, details?}}`: docs/api/conventions.md#answers, of IAM too. */
export const dataEnvelope: Envelope = {
  success: (data, meta) => (meta === undefined ? { data } : { data, meta }),
  around: (json, meta) =>
    meta === undefined ? `{"data":${json}}` : `{"data":${json},"meta":${JSON.stringify(meta)}}`,
  successSchema: (data, meta) => object(meta === undefined ? { data } : { data, meta }),
  ...withDetails,
}

/** The result itself and `{error: {code, message, details?}}`: provisioning, docs/api/conventions.md#answers. */
export const bareEnvelope: Envelope = {
  success: (result) => result,
  around: (json) => json,
  successSchema: (result) => result,
  ...withDetails,
}
