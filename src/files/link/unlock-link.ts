import { z } from 'zod'
import { goTo, show } from '../../api/pages/answer.ts'
import { parseEmail } from '../../identity/email.ts'
import { problem } from './problems.ts'
import { writeProof } from './proof.ts'
import { askedOf, linkPath } from './rules.ts'
import { linkSite } from './site.ts'
import { checkCode, checkPassword, mailCode } from './unlock.ts'
import { questionPage } from './unlock-page.ts'
import { linkParams } from './visitor.ts'

/** The link and the proof decide what is asked for, not the form. */
export const unlockLink = linkSite.page('unlockLink', {
  method: 'POST',
  path: '/{link}',
  who: 'visitor',
  params: linkParams,
  form: z.object({
    password: z.string().default(''),
    email: z.string().default('').transform(parseEmail),
    code: z.string().optional(),
  }),
  problems: ['malformed_email', 'wrong_password', 'wrong_code', 'too_many_tries'],
  again: ({ message: sentence, code }, { params, form }, { caller: { link, proof } }) => {
    const fault = { sentence, typed: code !== 'too_many_tries' }
    if (askedOf(link, proof) === 'password') return questionPage(params.link, { asked: 'password', fault })
    const email = parseEmail(form['email'] ?? '')
    // A visitor who has to wait for a new code may still enter the previous one.
    const codeExpected = form['code'] !== undefined || code === 'too_many_tries'
    if (!codeExpected || email === undefined) return questionPage(params.link, { asked: 'address', fault })
    return questionPage(params.link, { asked: 'code', email, fault })
  },
  async handle({ params, form: { password, email, code } }, context) {
    const { caller } = context
    const { link, proof } = caller
    const asked = askedOf(link, proof)
    const proved = (more: Partial<typeof proof>) =>
      goTo(linkPath(link.id), writeProof(context, link, { ...proof, ...more }))

    if (asked === 'nothing') return proved({})
    if (asked === 'password') {
      await checkPassword(context, caller, password)
      return proved({ password: true })
    }
    if (email === undefined) throw problem.malformed_email()
    if (code !== undefined) {
      await checkCode(context, caller, email, code)
      return proved({ email })
    }
    await mailCode(context, caller, email)
    return show(questionPage(params.link, { asked: 'code', email }))
  },
})
