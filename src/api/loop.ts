import { defineLoop as define, type LoopDefinition } from '../platform/jobs/loop.ts'
import type { Context } from './context.ts'

export type Loop = LoopDefinition<Context>

export const defineLoop = (loop: Loop): Loop => define(loop)
