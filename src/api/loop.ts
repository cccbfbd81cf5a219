import { defineLoop as define, type LoopDefinition } from '../platform/jobs/loop.ts'
import type { Context } from './context.ts'

/** What a service does again and again, and which may touch all of the context. */
export type Loop = LoopDefinition<Context>

export const defineLoop = (loop: Loop): Loop => define(loop)
