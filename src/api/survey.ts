import type { Survey as PlatformSurvey } from '../platform/operations/survey.ts'
import type { Context } from './context.ts'

/** What a service tells of itself on `/metrics`, and which may touch all of the context. */
export type Survey = PlatformSurvey<Context>
