/** What a key can see (docs/api/keys.md#folder-keys). Every look-up takes one, so none can forget the condition. */
export interface View {
  readonly workspaceId: number
  /** null: the whole workspace. */
  readonly folderId: string | null
}
