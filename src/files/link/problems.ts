import { definePageProblems } from '../../api/pages/problems.ts'

export const { problems, problem } = definePageProblems({
  // Unknown, private and expired links get the same answer, so that it reveals nothing.
  unknown_path: [
    404,
    'This link does not work',
    'The link has expired, was turned off, or never existed. Ask the person who sent it for a new one.',
  ],
  malformed_email: [400, 'E-mail address needed', 'This is not an e-mail address. Check it and try again.'],
  wrong_password: [403, 'Password needed', 'The password is wrong. Check it and try again.'],
  wrong_code: [
    403,
    'Code needed',
    'The code is wrong, has expired, or was used already. Check it, or send another code.',
  ],
  too_large: [
    413,
    'This folder is too large for one download',
    'Open it and download its files and folders one by one.',
  ],
})
