export function shownPlan({
  plan,
  sponsor_id: sponsorId,
  active,
}: {
  readonly plan: string | null
  readonly sponsor_id: number | null
  readonly active: boolean
}): string {
  const name = plan ?? `of user ${sponsorId}`
  return active ? name : `${name} (inactive)`
}
