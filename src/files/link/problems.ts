import { definePageProblems } from '../../api/pages/problems.ts'

/** What the pages of links refuse, and how visitors read it. */
export const { problems, problem } = definePageProblems({
  // Unknown, private and expired links are one and the same, so that the answer tells nothing of links.
  unknown_path: [
    404,
    'There is nothing to open here',
    'This link has expired, was withdrawn or never existed. Ask the person who sent it for a new one.',
  ],
  malformed_email: [400, 'E-mail address needed', 'This is not an e-mail address. Check it and try again.'],
  wrong_password: [403, 'Password needed', 'The password is wrong. Check it and try again.'],
  wrong_code: [403, 'Code needed', 'The code is wrong or has expired. Check it, or request another code.'],
  too_large: [
    413,
    'This folder is too large for one download',
    'Open it and download its files and folders one by one.',
  ],
})
