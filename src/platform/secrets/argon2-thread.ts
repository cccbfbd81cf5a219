import { hashSync, verifySync } from '@node-rs/argon2'
import { argon2Threads, cost } from './argon2.ts'

argon2Threads.answer(({ password, hashed }, reply) =>
  reply(hashed === undefined ? hashSync(password, cost) : verifySync(hashed, password)),
)
