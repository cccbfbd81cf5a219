import { defineLoop as define, type LoopDefinition } from '../platform/jobs/loop.ts'
import type { Context } from './context.ts'

/** A loop of a service, with the whole context. */
export type Loop = LoopDefinition<Context>

export const defineLoop = (loop: Loop): Loop => define(loop)
