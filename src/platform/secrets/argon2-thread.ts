import { hashSync, verifySync } from '@node-rs/argon2'
import { answerQuestions } from '../low-priority-threads.ts'
import { cost, type Argon2Question } from './argon2.ts'

answerQuestions<Argon2Question, string | boolean>(({ password, hashed }, reply) =>
  reply(hashed === undefined ? hashSync(password, cost) : verifySync(hashed, password)),
)
