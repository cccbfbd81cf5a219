export type LinkKind = 'welcome' | 'reset' | 'invitation'

/** A person, or someone who was invited and may not have an account yet. */
export type LinkSubject =
  | { readonly kind: 'welcome' | 'reset'; readonly userId: number }
  | { readonly kind: 'invitation'; readonly invitationId: number; readonly workspaceId: number }

export interface LinkRow {
  readonly kind: LinkKind
  readonly user_id: number | null
  readonly invitation_id: number | null
  readonly recipient: string
  readonly expires_at: Date
  readonly used_at: Date | null
  readonly revoked_at: Date | null
}
