import type { Context } from '../api/context.ts'
import { approveProvisioning, requestProvisioning } from '../identity/approval/change-approval.ts'
import { markDemo } from '../identity/demo/store.ts'
import { inForce, type RightsTransaction } from '../identity/in-force.ts'
import { createInviteCode } from '../identity/invitation/create-code.ts'
import { writeInvitation } from '../identity/invitation/store.ts'
import { issueLink } from '../identity/link/issue-link.ts'
import { linkSeconds } from '../identity/link/rules.ts'
import { accessMail } from '../identity/mail/access-mails.ts'
import { invitationMail } from '../identity/mail/mails.ts'
import { addMember } from '../identity/member/change-members.ts'
import { setPlan } from '../identity/plan/set-plan.ts'
import { createUser } from '../identity/user/create-user.ts'
import { markEmailVerified } from '../identity/user/store.ts'
import { createOrganization } from '../identity/workspace/create-organization.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { MailDraft } from '../platform/mail/mail.ts'
import { insertMail, keepMail } from '../platform/mail/store.ts'
import { contextAt, transactionAt } from './clock-at.ts'
import { applicants, companyName, emailOf, invitees, staff } from './data/company.ts'

const dayMs = 86_400_000

export interface DemoPeople {
  readonly workspaceId: number
  readonly ownerId: number
  /** The owner first. */
  readonly staffIds: readonly [number, ...number[]]
  readonly firstPersonId: number | undefined
  readonly began: Date
}

/** Money is in micro-units. */
const plan = { smsDaily: 20, payg: true, priceMicros: 50_000, capMicros: 50_000_000 }

/** The organization, its people, invitations, and a join link; and people who ask for access to provisioning. */
export async function fillPeople(
  context: Context,
  firstPersonId: number | undefined,
  now: Date,
): Promise<DemoPeople> {
  const began = new Date(now.getTime() - 400 * dayMs)
  return inForce(contextAt(context, began), async (tx) => {
    const staffIds: number[] = []
    for (const [index, person] of staff.entries())
      staffIds.push(
        await createPerson(
          transactionAt(tx, new Date(began.getTime() + index * 35 * dayMs)),
          context,
          person,
        ),
      )
    const [ownerId = 0, ...others] = staffIds
    await setPlan(tx, ownerId, plan)
    const organization = { ownerId, name: companyName }
    const { id: workspaceId } = await createOrganization(tx, context.setUpWorkspace, organization)
    await markDemo(tx, { userIds: [], workspaceIds: [workspaceId] })
    for (const [index, userId] of others.entries()) {
      const role = staff[index + 1]?.role === 'admin' ? 'admin' : 'member'
      await addMember(transactionAt(tx, new Date(began.getTime() + (index + 1) * 35 * dayMs)), {
        workspaceId,
        userId,
        role,
      })
    }
    if (firstPersonId !== undefined)
      await addMember(transactionAt(tx, new Date(now.getTime() - 45 * dayMs)), {
        workspaceId,
        userId: firstPersonId,
        role: 'admin',
      })
    const people = { workspaceId, ownerId, staffIds: [ownerId, ...others] as const, firstPersonId, began }
    await invite(tx, context, people, now)
    await apply(tx, context, now)
    return people
  })
}

async function createPerson(
  tx: RightsTransaction,
  { setUpWorkspace }: Context,
  person: { readonly firstName: string; readonly lastName: string },
): Promise<number> {
  const { firstName, lastName } = person
  const draft = { firstName, lastName, email: emailOf(person), plan: 'standard' }
  const { id, workspace_id: workspaceId } = await createUser(tx, setUpWorkspace, draft)
  await markDemo(tx, { userIds: [id], workspaceIds: [workspaceId] })
  await markEmailVerified(tx, id)
  return id
}

async function invite(
  shared: RightsTransaction,
  { random, origins }: Context,
  { workspaceId, ownerId, staffIds }: DemoPeople,
  now: Date,
): Promise<void> {
  const [, inviterId = ownerId] = staffIds
  for (const [index, { email, role }] of invitees.entries()) {
    const tx = transactionAt(shared, new Date(now.getTime() - (index + 1) * dayMs))
    const invitedAt = tx.now()
    const expiresAt = new Date(invitedAt.getTime() + linkSeconds.invitation * 1000)
    const draft = { workspaceId, email, role, invitedBy: inviterId, invitedAt, expiresAt }
    const { id } = await writeInvitation(tx, draft)
    const subject = { kind: 'invitation', invitationId: id, workspaceId } as const
    const parts = { random, filesOrigin: origins.files }
    const { url } = await issueLink(tx, parts, {
      subject,
      recipient: email,
      issuedBy: inviterId,
      issuedVia: 'iam',
    })
    const inviterName = `${staff[1]?.firstName ?? ''} ${staff[1]?.lastName ?? ''}`
    await keep(
      tx,
      invitationMail({ to: email, url, inviterName, workspaceName: companyName, role }),
      workspaceId,
    )
  }
  const tx = transactionAt(shared, new Date(now.getTime() - 6 * dayMs))
  await createInviteCode(tx, random, { workspaceId, createdBy: inviterId })
}

async function apply(shared: RightsTransaction, context: Context, now: Date): Promise<void> {
  for (const [index, { company, purpose, monthlyAccounts, decided, ...person }] of applicants.entries()) {
    const tx = transactionAt(shared, new Date(now.getTime() - (index + 1) * 3 * dayMs))
    const userId = await createPerson(tx, context, person)
    await requestProvisioning(tx, { userId, company, purpose, monthlyAccounts })
    if (decided === undefined) continue
    const later = transactionAt(shared, new Date(tx.now().getTime() + dayMs))
    await approveProvisioning(later, userId)
    const url = `${context.origins.files}/`
    await keep(
      later,
      accessMail({ to: emailOf(person), firstName: person.firstName, decision: decided, url }),
    )
  }
}

/** It stays in the outbox, also with a mail server: nobody has these addresses. */
async function keep(tx: Transaction, mail: MailDraft, scopeId: number | null = null): Promise<void> {
  const { id } = await insertMail(tx, mail, tx.now(), scopeId)
  await keepMail(tx, id, 'Demo data is not mailed.')
}
